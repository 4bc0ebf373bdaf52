/** What a hand does: a flick becomes an aim, a die flies from the hand into its trajectory, dice are held, pushed and asked about. */

import { beforeEach, describe, expect, test, vi } from "vitest";
import boxes from "../../src/arena/boxes.json";
import { aimOf, flickAim, flightPath, motion, ontoMat, type Sample } from "../../src/arena/flick";
import { Grasp } from "../../src/arena/grasp";
import { ArenaHand } from "../../src/arena/hand";
import { inside } from "../../src/arena/outline";
import { aimField, places } from "../../src/arena/seats";
import type { Show } from "../../src/arena/show";
import { body, Tabletop } from "../../src/arena/tabletop";
import { joined, joining, Toss } from "../../src/arena/toss";
import { poseAt } from "../../src/arena/trajectory";
import type { AimFields, Box, Pose, Track } from "../../src/arena/types";

// What a hand's movement becomes: direction, strength, spin, or nothing.

const box = boxes.strike as unknown as Box;

const EVERYWHERE = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };

function swipe(vx: number, vy: number, count = 8, step = 0.012): Sample[] {
  return Array.from({ length: count }, (_, i) => {
    const time = i * step;
    return { x: -0.02 + vx * time, y: -0.1 + vy * time, time };
  });
}

test("velocity comes from the last tenth of a second only", () => {
  const slow = swipe(0, 0.05, 10, 0.05).map((s) => ({ ...s, time: s.time - 1 }));
  const moved = motion([...slow, ...swipe(0, 1)]);
  expect(moved?.vy).toBeCloseTo(1);
  expect(moved?.vx).toBeCloseTo(0);
});

test("a flick up the screen is a throw from the near side", () => {
  const aim = flickAim(swipe(0, 0.9), box);
  expect(aim?.side).toBeCloseTo(-Math.PI / 2);
});

test("from the left it comes from the left", () => {
  const aim = flickAim(swipe(0.8, 0.8), box);
  expect(aim?.side).toBeCloseTo((-3 * Math.PI) / 4);
});

test("harder flicks are harder throws, within what a hand can do", () => {
  const soft = flickAim(swipe(0, 0.3), box);
  const hard = flickAim(swipe(0, 3), box);
  expect(hard?.speed).toBeGreaterThan(soft?.speed ?? Number.POSITIVE_INFINITY);
  expect(hard?.speed).toBeLessThanOrEqual(box.aim.speed[1] ?? 0);
  expect(hard?.speed).toBeCloseTo(box.strengths.wild?.speed ?? 0);
});

test("let go over the mat the slowest hand throws gently, from where it came; elsewhere it does not", () => {
  const slow = (to: number) => [0, 1, 2].map((i) => ({ x: 0, y: -0.1 + (i / 2) * to, time: i }));
  const aim = flickAim(slow(0.08), box);
  expect(aim?.speed).toBeCloseTo(box.strengths.gentle?.speed ?? 0);
  expect(aim?.side).toBeCloseTo(-Math.PI / 2);
  expect(aim?.y).toBeCloseTo(-0.02);
  expect(flickAim(slow(0.01), box), "before the mat").toBeNull();
  expect(flickAim([], box)).toBeNull();
});

test("a bent path spins more than a straight one", () => {
  const bent = Array.from({ length: 8 }, (_, i): Sample => {
    const turn = (i / 7) * 1.2;
    return {
      x: -0.02 + 0.08 * (1 - Math.cos(turn)),
      y: -0.1 + 0.08 * Math.sin(turn),
      time: i * 0.012,
    };
  });
  const straight = flickAim(swipe(0, 0.95), box);
  const curved = flickAim(bent, box);
  expect((curved?.spin ?? 0) / (curved?.speed ?? 1)).toBeGreaterThan(
    (straight?.spin ?? 0) / (straight?.speed ?? 1),
  );
});

describe("the aim stays on the mat", () => {
  test.each([
    [0.3, 0.3],
    [-0.2, 0],
    [0, -0.4],
    [0.01, 0.02],
  ])("%d %d", (x, y) => {
    const [onX, onY] = ontoMat(box, x, y);
    expect(inside(box.outline, onX, onY)).toBeGreaterThan(0.01);
  });
});

test("strength 0, a half and 1 are the gentle, the firm and the wild throw", () => {
  const speeds = [0, 0.5, 1].map((strength) => aimOf(box, 0, 0, 0, strength).speed);
  expect(speeds[0]).toBeCloseTo(box.strengths.gentle?.speed ?? 0, 3);
  expect(speeds[1]).toBeCloseTo(box.strengths.firm?.speed ?? 0, 3);
  expect(speeds[2]).toBeCloseTo(box.strengths.wild?.speed ?? 0, 2);
});

test.each([0.1234567, Math.PI, -Math.PI, -1e-9, 2.5])(
  "an aim from side %f has few digits",
  (side) => {
    for (const value of Object.values(aimOf(box, 0.0123456, -1e-9, side, 0.3333333))) {
      expect(JSON.stringify(value).length, "to a tenth of a millimetre").toBeLessThan(8);
      expect(Object.is(value, -0)).toBe(false);
    }
    expect(Math.abs(aimOf(box, 0, 0, side, 0.5).side)).toBeLessThanOrEqual(Math.PI);
  },
);

test("the shown path ends at the mark and begins at the hand's height", () => {
  const aim = aimOf(box, 0.01, 0.02, -Math.PI / 2, 0.5);
  const path = flightPath(aim, box.die.edge, 24, EVERYWHERE);
  expect(path.at(-1)?.[0]).toBeCloseTo(0.01);
  expect(path.at(-1)?.[1]).toBeCloseTo(0.02);
  expect(path[0]?.[2]).toBeCloseTo(aim.height);
});

test.each([-Math.PI / 2, -2.2, 0, Math.PI])(
  "the shown path from side %f keeps to the field: names and sentences lie beyond",
  (side) => {
    const aim = aimOf(box, 0.01, 0.02, side, 1);
    const field = aimField(box);
    const outside = ([x, y]: readonly [number, number, number]) =>
      Math.abs(x) > field.x + 1e-9 || Math.abs(y) > field.y + 1e-9;
    const whole = flightPath(aim, box.die.edge, 24, EVERYWHERE);
    const shown = flightPath(aim, box.die.edge, 24, field);
    expect(whole.some(outside), "the control: it comes from farther away").toBe(true);
    expect(shown.some(outside)).toBe(false);
    expect(shown).toHaveLength(24);
    expect(shown.at(-1)).toEqual(whole.at(-1));
    expect(shown[0]?.[2]).toBeLessThan(aim.height);
    expect(shown.flat().every(Number.isFinite)).toBe(true);
  },
);

test("an aim is drawn up to one's own first row of dice", () => {
  const [own] = places(box, 2, "wide", 0);
  expect(aimField(box).y).toBeGreaterThanOrEqual(-(own?.y ?? 0));
});

// A flicked die never jumps: position and velocity are continuous from the hand into the
// trajectory.

const RATE = 60;
/** Metres between two instants of a 240th of a second: 3 m/s, and what the way into the trajectory adds. */
const MOST_STEP = 0.03;
/** Metres a second by which the speed may change between two such instants. */
const MOST_CHANGE = 1.6;
const STEP = 1 / 240;

function toss(speed: number): Toss {
  return new Toss({
    at: [0, -0.1, 0.075],
    velocity: [0.1 * speed, speed],
    mark: [0.01, 0],
    spin: 30,
    turn: [1, 0, 0, 0],
  });
}

/** From behind the hand with 1.8 m/s, falling: as the physics lets dice go. */
function track(): Track {
  const frames = 40;
  const poses = new Float32Array(frames * 7);
  for (let i = 0; i < frames; i++) {
    const t = i / RATE;
    poses.set([0.01, -0.2 + 1.8 * t, 0.085 - 4.9 * t * t, 1, 0, 0, 0], i * 7);
  }
  return { id: 3, first: 0, last: frames - 1, out: false, poses };
}

/** Where the die is, instant by instant: released, waiting for the trajectory, and in it. */
function path(speed: number, waits: number): Pose[] {
  const die = toss(speed);
  const goal = track();
  const within = joining(goal, RATE, [{ die: 3, time: 0.125 }]);
  const shown: Pose[] = [];
  for (let t = 0; t < waits; t += STEP) shown.push(die.pose(t));
  die.age = shown.length * STEP;
  for (let t = 0; t < 0.3; t += STEP) {
    const pose = joined(die, goal, RATE, t, within);
    if (pose) shown.push(pose);
  }
  return shown;
}

const between = (a: Pose, b: Pose) => Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);

test.each([
  [0.3, 0.05],
  [0.3, 0.65],
  [1.6, 0.05],
  [1.6, 0.35],
  [1.6, 0.65],
  [1.6, 2],
])("flicked with %f m/s, the trajectory after %f s", (speed, waits) => {
  const shown = path(speed, waits);
  for (const [i, pose] of shown.entries()) {
    const before = shown[i - 1];
    const earlier = shown[i - 2];
    if (!before) continue;
    expect(between(before, pose)).toBeLessThan(MOST_STEP);
    if (!earlier) continue;
    const change = [0, 1, 2].map((k) => {
      const axis = k as 0 | 1 | 2;
      return (pose[axis] - 2 * before[axis] + earlier[axis]) / STEP;
    });
    expect(Math.hypot(...change)).toBeLessThan(MOST_CHANGE);
  }
});

test("the control: without the blend it would jump", () => {
  const die = toss(1.6);
  const start = poseAt(track(), RATE, 0);
  if (!start) throw new Error("no start");
  expect(between(die.pose(0.35), start)).toBeGreaterThan(MOST_STEP);
});

test("it starts where the hand let go, as fast as the hand, and moves while one waits", () => {
  const die = toss(1.2);
  expect(die.pose(0).slice(0, 3)).toEqual([0, -0.1, 0.075]);
  expect((die.pose(1e-4)[1] + 0.1) / 1e-4).toBeCloseTo(1.2, 1);
  for (const age of [0.1, 0.3, 0.6]) {
    const [, , , w, i, j, k] = die.pose(age);
    const later = die.pose(age + 0.05);
    const turned = Math.abs(w * later[3] + i * later[4] + j * later[5] + k * later[6]);
    expect(2 * Math.acos(Math.min(1, turned))).toBeGreaterThan(0.1);
  }
});

test("however hard it is flicked, it waits before its mark", () => {
  for (const speed of [0.3, 1.6, 6]) expect(toss(speed).pose(5)[1]).toBeLessThan(0);
});

test("it is in its trajectory before it strikes anything", () => {
  const goal = track();
  const within = joining(goal, RATE, [{ die: 3, time: 0.125 }]);
  expect(within).toBeCloseTo(0.125);
  expect(joined(toss(1.6), goal, RATE, 0.125, within)).toEqual(poseAt(goal, RATE, 0.125));
});

const AIM: AimFields = { x: 0, y: 0, side: 0, speed: 1, height: 0.1, spin: 2 };
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

// The hand itself: pointers on the arena, a pixel of the screen for a millimetre of the table.

describe("pointers", () => {
  const heard = new Map<string, (event: object) => void>();
  const nudge = vi.fn();
  const surface = {
    style: {},
    addEventListener: (name: string, listener: (event: object) => void) =>
      heard.set(name, listener),
    setPointerCapture: () => undefined,
    getBoundingClientRect: () => ({ left: 100, top: 100 }),
  } as unknown as HTMLElement;
  const cast = ({ x, y }: { x: number; y: number }) => [x / 1000, -y / 1000];
  let time = 0;

  /** A pointer at these millimetres of the table. */
  function points(what: string, x: number, y: number, more: object = {}): void {
    time += 12;
    const at = { clientX: 100 + x, clientY: 100 - y, timeStamp: time };
    heard.get(`pointer${what}`)?.({
      pointerId: 1,
      pointerType: "mouse",
      button: 0,
      ...at,
      ...more,
    });
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", { setTimeout, clearTimeout });
    new ArenaHand(
      surface,
      () => ({ cast, nudge }) as never,
      () => box,
      grasp,
    );
    return () => void vi.useRealTimers();
  });

  test("take a die before the box and flick it", () => {
    top.throwable = 1;
    points("down", 0, -120);
    for (let y = -110; y <= -60; y += 10) points("move", 0, y);
    points("up", 0, -60);
    expect(listener.thrown).toHaveBeenCalledOnce();
    expect(guide.show).toHaveBeenCalled();
    expect(nudge).not.toHaveBeenCalled();
  });

  test("that rest before they let go throw nothing, and so do those that are lost", () => {
    top.throwable = 1;
    for (const end of ["up", "cancel"]) {
      points("down", 0, -120);
      for (let y = -110; y <= -60; y += 10) points("move", 0, y);
      if (end === "up") time += 200;
      points(end, 0, -60);
    }
    expect(listener.thrown).not.toHaveBeenCalled();
    expect(listener.kept).toHaveBeenCalledTimes(2);
  });

  test("push a lying die, and tell where it lies when they let go", () => {
    grasp.allowPush(true);
    points("down", 0, 0);
    points("move", 20, 0);
    expect(top.bodies.get(4)?.pose[0]).toBeCloseTo(0.02);
    points("up", 20, 0);
    expect(listener.pushed.mock.lastCall).toEqual([4, expect.closeTo(0.02), expect.closeTo(0)]);
    expect(nudge).not.toHaveBeenCalled();
  });

  test("turn the picture elsewhere, and zoom with two fingers", () => {
    points("down", 40, 0);
    points("move", 60, 0);
    expect(nudge.mock.lastCall).toEqual([expect.closeTo(-0.11), expect.closeTo(0), 1]);
    points("down", 100, 0, { pointerId: 2 });
    points("move", 120, 0, { pointerId: 2 });
    points("move", 180, 0, { pointerId: 2 });
    expect(nudge.mock.lastCall).toEqual([0, 0, 0.5]);
  });

  test("ask about a die on which they rest, however they tremble, and not once they have moved", () => {
    points("down", 0, 0);
    points("move", 5, 0);
    vi.advanceTimersByTime(600);
    expect(listener.asked.mock.calls).toEqual([[4]]);
    points("up", 5, 0);
    points("down", 0, 0);
    points("move", 30, 0);
    vi.advanceTimersByTime(600);
    expect(listener.asked).toHaveBeenCalledOnce();
  });

  test("that hover rest on a die as well", () => {
    points("move", 0, 0);
    vi.advanceTimersByTime(600);
    expect(listener.asked.mock.calls).toEqual([[null], [4]]);
    points("move", 3, 0);
    expect(listener.asked, "they tremble").toHaveBeenCalledTimes(2);
    points("move", 30, 0);
    expect(listener.asked.mock.calls.at(-1)).toEqual([null]);
  });
});
