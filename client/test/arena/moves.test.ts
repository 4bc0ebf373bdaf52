/** Dice carried from place to place, without a picture. */

import { beforeEach, expect, test } from "vitest";
import { Effects } from "../../src/arena/effects";
import { Motions } from "../../src/arena/motions";
import { Moves } from "../../src/arena/moves";
import type { Show } from "../../src/arena/show";
import { Tabletop } from "../../src/arena/tabletop";
import { Toss } from "../../src/arena/toss";
import type { Supply } from "../../src/arena/types";

const supply = (loose: number, piles: readonly number[] = []): Supply => ({
  loose,
  piles,
  active: false,
  out: false,
});

let top: Tabletop;
let motions: Motions;
let moves: Moves;

beforeEach(() => {
  top = new Tabletop();
  motions = new Motions();
  top.places = [0, 1, 2].map((x) => ({ x, y: 0, away: [0, -1], columns: 9, scale: 1 }));
  top.supplies = [supply(3), supply(2, [4]), supply(1)];
  const show = {
    top,
    motions,
    stage: { box: { die: { edge: 0.016 } } },
    sound: { gust: () => undefined },
    calm: false,
    wake: () => undefined,
    time: (seconds: number) => seconds,
  } as unknown as Show;
  moves = new Moves(show, new Effects(show));
});

const counts = () => top.supplies.map(({ loose, piles }) => [loose, ...piles]);

test("a turned table brings the next seat's dice in front, and loses none on the way", async () => {
  const turned = moves.turnTable(1);
  expect(top.flying.size).toBe(6);
  expect(counts()).toEqual([[0], [0], [0]]);
  motions.advance(5);
  await turned;
  expect(counts()).toEqual([[2, 4], [1], [3]]);
  expect(top.flying.size).toBe(0);
});

test("turned back it is as it was", async () => {
  const before = counts();
  for (const by of [1, -1]) {
    const turned = moves.turnTable(by);
    motions.advance(5);
    await turned;
  }
  expect(counts()).toEqual(before);
});

test("a hurricane passes over those who are out", async () => {
  const passed = moves.passLeft([0, 2]);
  motions.advance(5);
  await passed;
  expect(counts()).toEqual([[1], [2, 4], [3]]);
});

test("dice that are thrown all at once leave their own places, none inside another", async () => {
  const tracks = [0, 1, 2].map((id) => ({ id, first: 0, poses: [new Float32Array(7)] }));
  void moves.carryIn(tracks as never, 0);
  expect(top.flying.size).toBe(3);
  const places = [...top.flying].map(({ pose }) => pose);
  for (const [i, one] of places.entries())
    for (const other of places.slice(i + 1))
      expect(Math.hypot(one[0] - other[0], one[1] - other[1])).toBeGreaterThan(0.016);
});

test("a starting die that was tossed is the one that flies, and none stays behind", async () => {
  const toss = new Toss({
    at: [0, 0, 0],
    velocity: [0, 0],
    mark: [0, 0],
    spin: 0,
    turn: [1, 0, 0, 0],
  });
  top.tossed = [toss];
  const before = counts();
  const tracks = [{ id: 9, first: 0, poses: [new Float32Array(7)] }];
  expect((await moves.carryIn(tracks as never, null)).get(9)).toBe(toss);
  expect(top.tossed).toEqual([]);
  expect(counts()).toEqual(before);
});

test("dice keep what their thrower wears, and are dressed anew by whoever takes them", async () => {
  top.supplies = [supply(3), { ...supply(2), finish: "brass" }, supply(1)];
  const tracks = [{ id: 4, first: 0, poses: new Float32Array(7) }];
  const thrown = moves.carryIn(tracks as never, 1);
  expect([...top.flying].map((one) => one.finish)).toEqual(["brass"]);
  motions.advance(5);
  await thrown;
  expect(top.bodies.get(4)?.finish).toBe("brass");
  expect(top.lying(4, [0, 0, 0, 1, 0, 0, 0]).finish).toBe("brass");
  expect(top.lying(5, [0, 0, 0, 1, 0, 0, 0]).finish).toBeNull();
  const again = moves.carryIn(tracks as never, 0);
  motions.advance(5);
  await again;
  expect(top.bodies.get(4)?.finish).toBeNull();
});

test("whoever sits there takes the look along when the table is turned, and not in a hurricane", async () => {
  const dressed = () => top.supplies.map((one) => one.finish ?? null);
  top.supplies = [supply(3), { ...supply(2), finish: "brass" }, supply(1)];
  const turned = moves.turnTable(1);
  motions.advance(5);
  await turned;
  expect(dressed()).toEqual(["brass", null, null]);
  const passed = moves.passLeft([0, 1, 2]);
  motions.advance(5);
  await passed;
  expect(dressed()).toEqual(["brass", null, null]);
});
