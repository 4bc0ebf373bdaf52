/** Dice carried from place to place, without a picture. */

import { beforeEach, expect, test } from "vitest";
import { Effects } from "../../src/arena/effects";
import { Motions } from "../../src/arena/motions";
import { Moves } from "../../src/arena/moves";
import type { Show } from "../../src/arena/show";
import { type Body, Tabletop } from "../../src/arena/tabletop";
import { Toss } from "../../src/arena/toss";
import type { Pose, Supply } from "../../src/arena/types";

const supply = (loose: number, piles: readonly number[] = []): Supply => ({
  loose,
  piles,
  active: false,
  out: false,
});

const EDGE = 0.016;

let top: Tabletop;
let motions: Motions;
let moves: Moves;

beforeEach(() => {
  top = new Tabletop();
  top.edge = EDGE;
  motions = new Motions();
  top.places = [0, 1, 2].map((x) => ({ x, y: 0, away: [0, -1], columns: 9, scale: 1 }));
  top.supplies = [supply(3), supply(2, [4]), supply(1)];
  const show = {
    top,
    motions,
    stage: {
      box: { die: { edge: EDGE } },
      label: () => ({ move: () => undefined, remove: () => undefined }),
    },
    sound: Object.fromEntries(
      ["gust", "click", "take", "home"].map((name) => [name, () => undefined]),
    ),
    calm: false,
    wake: () => undefined,
    time: (seconds: number) => seconds,
  } as unknown as Show;
  moves = new Moves(show, new Effects(show));
});

/** How far the signs of each drawn die are hidden. */
function drawn(): unknown[] {
  return [...top.shown("#fff")].map(({ veil }) => veil);
}

/** Until what was begun has been seen. */
async function seen(moving: Promise<unknown>): Promise<void> {
  motions.advance(5);
  await moving;
}

const counts = () => top.supplies.map(({ loose, piles }) => [loose, ...piles]);

test("a turned table brings the next seat's dice in front, and loses none on the way", async () => {
  const turned = moves.turnTable(1);
  expect(top.flying.size).toBe(6);
  expect(counts(), "names stand where these dice will lie").toEqual([[2, 4], [1], [3]]);
  expect(drawn(), "none is seen twice, and no sign that nobody has thrown").toEqual(
    Array(6).fill(1),
  );
  await seen(turned);
  expect(counts()).toEqual([[2, 4], [1], [3]]);
  expect(top.flying.size).toBe(0);
  expect(drawn()).toEqual(Array(10).fill(1));
});

test("turned back it is as it was", async () => {
  const before = counts();
  for (const by of [1, -1]) {
    await seen(moves.turnTable(by));
  }
  expect(counts()).toEqual(before);
});

test("a hurricane passes over those who are out", async () => {
  await seen(moves.passLeft([0, 2]));
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
  await seen(thrown);
  expect(top.bodies.get(4)?.finish).toBe("brass");
  expect(top.lying(4, [0, 0, 0, 1, 0, 0, 0]).finish).toBe("brass");
  expect(top.lying(5, [0, 0, 0, 1, 0, 0, 0]).finish).toBeNull();
  await seen(moves.carryIn(tracks as never, 0));
  expect(top.bodies.get(4)?.finish).toBeNull();
});

test("whoever sits there takes the look along when the table is turned, and not in a hurricane", async () => {
  const dressed = () => top.supplies.map((one) => one.finish ?? null);
  top.supplies = [supply(3), { ...supply(2), finish: "brass" }, supply(1)];
  await seen(moves.turnTable(1));
  expect(dressed()).toEqual(["brass", null, null]);
  await seen(moves.passLeft([0, 1, 2]));
  expect(dressed()).toEqual(["brass", null, null]);
});

/** A die at x with this axis up (1: x, 3: z), turned about the vertical. */
function lying(id: number, x: number, up: 1 | 3, yaw: number): void {
  const [c, s] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
  const h = Math.SQRT1_2;
  const pose: Pose = up === 3 ? [x, 0, 0, c, 0, 0, s] : [x, 0, 0, c * h, s * h, -c * h, s * h];
  top.bodies.set(id, top.lying(id, pose));
}

/** How high the axis that lay uppermost points. */
const height = ([, , , w, i, j, k]: Pose, up: 1 | 3) =>
  up === 3 ? 1 - 2 * (i * i + j * j) : 2 * (i * k - j * w);

/** How far its second axis, which lies level, is from standing square: 0 to 1. */
const askew = ([, , , w, i, j, k]: Pose) =>
  Math.abs(2 * (i * j - k * w) * (1 - 2 * (i * i + k * k)));

test("two sets slide together square and each beside its own, and come home with no other side up", async () => {
  const sets = new Map<number, 1 | 3>([
    [0, 3],
    [1, 1],
    [2, 3],
    [3, 1],
  ]);
  for (const [id, up] of sets) lying(id, id * 0.03, up, 0.4 + id * 0.3);
  const all = [...sets].map(([id, up]) => ({ one: top.bodies.get(id) as Body, up }));
  for (const { one, up } of all) {
    expect(height(one.pose, up)).toBeCloseTo(1);
    expect(askew(one.pose)).toBeGreaterThan(0.1);
  }
  const collected = moves.collect([...sets.keys()], 0);
  const together: number[][] = [];
  for (let i = 0; i < 120; i++) {
    motions.advance(0.02);
    await Promise.resolve();
    for (const { one, up } of all) expect(height(one.pose, up)).toBeGreaterThan(0.999);
    if (i !== 17) continue;
    together.push(...all.map(({ one }) => [one.pose[0], one.pose[1]]));
    for (const { one } of all) expect(askew(one.pose)).toBeLessThan(0.02);
  }
  await collected;
  expect(counts()[0]).toEqual([7]);
  const apart = (a: number, b: number) =>
    Math.max(...[0, 1].map((i) => Math.abs((together[a]?.[i] ?? 0) - (together[b]?.[i] ?? 0))));
  for (const a of [0, 1, 2, 3])
    for (let b = a + 1; b < 4; b++) expect(apart(a, b)).toBeGreaterThan(EDGE);
  expect(apart(1, 3)).toBeLessThan(1.2 * EDGE);
  expect(apart(0, 2)).toBeLessThan(1.2 * EDGE);
});
