import { beforeEach, expect, test, vi } from "vitest";
import boxes from "../../src/arena/boxes.json";
import { Grasp } from "../../src/arena/grasp";
import type { Show } from "../../src/arena/show";
import { body, Tabletop } from "../../src/arena/tabletop";
import type { Aim, Box } from "../../src/arena/types";

const box = Object.values(boxes)[0] as unknown as Box;
const AIM: Aim = { x: 0, y: 0, side: 0, speed: 1, height: 0.1, spin: 2 };
const listener = {
  thrown: vi.fn(),
  kept: vi.fn(),
  pushed: vi.fn(),
  asked: vi.fn(),
  drawn: vi.fn(),
};
const guide = { show: vi.fn(), hide: vi.fn() };
let top: Tabletop;
let grasp: Grasp;

beforeEach(() => {
  vi.clearAllMocks();
  top = new Tabletop();
  top.bodies.set(4, body([0, 0, 0.008, 1, 0, 0, 0]));
  const look = { accent: "red" };
  const stage = { box, look, guide, advice: guide };
  grasp = new Grasp({ stage, top, calm: false, wake: vi.fn() } as unknown as Show, listener);
});

test("dice are taken only if some may be thrown, and only before the box", () => {
  expect(grasp.mayTake(0, -0.2)).toBe(false);
  top.throwable = 2;
  expect([grasp.mayTake(0, -0.2), grasp.mayTake(0, 0), grasp.mayTake(0.3, -0.2)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("what the hand holds or has let go shows no sign: it is none yet, and never an X", () => {
  const signs = () => [...top.shown("red")].slice(1).map(({ veil }) => veil);
  top.throwable = 2;
  grasp.hold(0, -0.2);
  expect(signs()).toEqual([1, 1]);
  grasp.flick(AIM, [0, 1]);
  expect(signs()).toEqual([1, 1]);
});

test("a flick lets go of what is held and tells the aim; letting go without one puts it back", () => {
  top.throwable = 2;
  grasp.hold(0, -0.1);
  grasp.cancel();
  expect([top.held, listener.kept.mock.calls.length, top.tossed.length]).toEqual([null, 1, 0]);
  grasp.hold(0, -0.1);
  grasp.flick(AIM, [0, 1]);
  expect([top.tossed.length, listener.thrown.mock.lastCall]).toEqual([2, [AIM]]);
});

test("a button throws only what may be thrown, and once", () => {
  grasp.letGo(AIM);
  expect(top.tossed).toEqual([]);
  top.throwable = 1;
  grasp.letGo(AIM);
  const { tossed } = top;
  grasp.letGo(AIM);
  expect([tossed.length, top.tossed]).toEqual([1, tossed]);
});

test("a lying die is pushed if that is allowed, and not off the mat", () => {
  expect(grasp.mayPush(0, 0)).toBeNull();
  grasp.allowPush(true);
  expect(grasp.mayPush(0, 0)).toBe(4);
  const moved = grasp.slide(4, 9, 0);
  expect(moved?.x).toBeGreaterThan(0);
  expect(moved?.x).toBeLessThan(1);
  expect(listener.pushed).not.toHaveBeenCalled();
  grasp.push(4, 0.01, 0, true);
  expect(listener.pushed.mock.lastCall).toEqual([4, 0.01, 0]);
  expect(grasp.slide(5, 0, 0)).toBeNull();
});

test("the die that is chosen to be pushed shines, until pushing is over", () => {
  grasp.allowPush(true);
  grasp.mark(4);
  expect(top.bodies.get(4)?.glow).toBe("red");
  grasp.allowPush(false);
  expect(top.bodies.get(4)?.glow).toBeNull();
});

test("whoever rests on a die asks about it, and on nothing about nothing", () => {
  grasp.rests([0, 0]);
  grasp.rests([0.09, 0.09]);
  grasp.rests(null);
  expect(listener.asked.mock.calls).toEqual([[4], [null]]);
});
