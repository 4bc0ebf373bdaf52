/** How dice, mats and boxes look. */

import { describe, expect, test } from "vitest";
import { FIGURE_SHOWS, FIGURES, FRAMES } from "../../src/arena/finery";
import { sidesSeen } from "../../src/arena/flat/faces";
import { LOOKS } from "../../src/arena/looks";
import { restingPose } from "../../src/arena/seats";
import type { Pose } from "../../src/arena/types";
import { FINISHES, MATS } from "../../src/protocol";
import { APART, contrast, nearest, SIGHTS } from "../game/colours";

// Frames of dice and figures on mats: seen by everybody, and in nobody's way.

/** Where the signs of both pictures begin, in hundredths of a side, and how far a frame may reach. */
const SIGN_BEGINS = 17;
const FRAME = 15;
const families = Object.values(LOOKS);

/** How near to the middle of a side a path comes, by its absolute points, in hundredths from the edge. */
function deepest(d: string, width: number): number {
  const points = [...pathPoints(d)];
  return Math.max(...points.map(([x, y]) => Math.min(x, y, 100 - x, 100 - y))) + width / 2;
}

/** The ends of the absolute commands M, L, H, V and A. */
function* pathPoints(d: string): Generator<readonly [number, number]> {
  let [x, y] = [0, 0];
  for (const [, command = "", rest = ""] of d.matchAll(/([MLHVA])([^MLHVAZ]*)/g)) {
    const numbers = rest.trim().split(/[ ,]+/).map(Number);
    if (command === "H") x = numbers[0] ?? x;
    else if (command === "V") y = numbers[0] ?? y;
    else [x = x, y = y] = numbers.slice(-2);
    yield [x, y];
  }
}

/** One colour over another, by a share. */
function over(top: string, below: string, share: number): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => part(top, at) * share + part(below, at) * (1 - share));
  return `#${mixed.map((one) => Math.round(one).toString(16).padStart(2, "0")).join("")}`;
}

describe.each(FINISHES)("dice in %s", (finish) => {
  const lines = FRAMES[finish];

  test("leave the sign of each side alone", () => {
    for (const { d, width } of lines) expect(deepest(d, width)).toBeLessThanOrEqual(FRAME);
  });

  test("stand out from the dice of every box, whatever colours one sees", () => {
    for (const { dice } of families)
      for (const sight of Object.values(SIGHTS)) {
        const seen = lines.map(({ ink }) => nearest([ink, dice.body], sight));
        expect(Math.max(...seen)).toBeGreaterThan(APART);
      }
  });

  test("have lines that are told apart from each other, so that the pattern is seen", () => {
    const [first, second] = lines;
    for (const sight of Object.values(SIGHTS))
      expect(nearest([first?.ink ?? "", second?.ink ?? ""], sight)).toBeGreaterThan(APART);
    expect(contrast(first?.ink ?? "", second?.ink ?? "")).toBeGreaterThan(4.5);
  });
});

test("a frame that reaches into the sign would be found out", () => {
  expect(deepest("M20 20H80V80", 2)).toBeGreaterThan(SIGN_BEGINS);
});

test("no two finishes are the same pattern: none is told by its colour alone", () => {
  const shapes = FINISHES.map((one) =>
    JSON.stringify(FRAMES[one].map(({ d, width, dash }) => [d, width, dash])),
  );
  expect(new Set(shapes).size).toBe(FINISHES.length);
  expect(new Set(MATS.map((one) => FIGURES[one].d)).size).toBe(MATS.length);
});

test.each(families)(
  "signs of $name are read on its dice, with any frame round them",
  ({ dice }) => {
    for (const sign of [dice.sign, ...Object.values(dice.signs)])
      expect(contrast(sign, dice.body)).toBeGreaterThanOrEqual(4.5);
  },
);

test("the figure of a mat is faint: dice are read on it as on felt", () => {
  for (const { mat } of families.map(({ colours }) => colours))
    for (const { ink } of Object.values(FIGURES)) {
      const line = over(ink, mat, FIGURE_SHOWS);
      expect(contrast(line, mat)).toBeLessThan(2);
      expect(contrast(line, mat)).toBeGreaterThan(1.2);
    }
});

// The sides of a die as they are seen from above.

const EDGE = 10;
const straight = (x: number, y: number) => [x, y] as const;
const lifted = (x: number, y: number, z: number) => [x, y + 0.3 * z] as const;

function half(x: number, y: number, z: number): Pose {
  const s = Math.SQRT1_2;
  return [0, 0, 0, s, s * x, s * y, s * z];
}

const UP: readonly (readonly [Pose, string])[] = [
  [[0, 0, 0, 1, 0, 0, 0], "+z"],
  [[0, 0, 0, 0, 1, 0, 0], "-z"],
  [half(1, 0, 0), "+y"],
  [half(-1, 0, 0), "-y"],
  [half(0, -1, 0), "+x"],
  [half(0, 1, 0), "-x"],
];

test.each(UP)("a die that lies shows the side that looks up: %j %s", (pose, axis) => {
  const sides = sidesSeen(pose, EDGE, straight);
  expect(sides.map((side) => side.axis)).toEqual([axis]);
  expect(sides[0]?.level).toBeCloseTo(1);
});

test("with heights drawn up the picture, the near side is seen too, and drawn first", () => {
  const sides = sidesSeen([0, 0, 0, 1, 0, 0, 0], EDGE, lifted);
  expect(sides.map((side) => side.axis)).toEqual(["-y", "+z"]);
  expect(sides[0]?.level).toBeCloseTo(0);
});

test("the upper side fills its square around the middle, upright and not mirrored", () => {
  const [side] = sidesSeen([0, 0, 0, 1, 0, 0, 0], EDGE, straight);
  const [a, b, c, d, e, f] = side?.matrix ?? [0, 0, 0, 0, 0, 0];
  const at = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
  expect(at(0, 0)[0]).toBeCloseTo(-5);
  expect(at(0, 0)[1]).toBeCloseTo(-5);
  expect(at(100, 0)[0]).toBeCloseTo(5);
  expect(at(0, 100)[1]).toBeCloseTo(5);
});

test("however a die is turned, one to three sides are seen, and none is mirrored", () => {
  for (let seed = 0; seed < 200; seed++) {
    const [x, y, z, w, i, j, k] = restingPose(0, 0, 0, seed, 3);
    const tipped: Pose = [x, y, z, w + 0.3 * Math.sin(seed), i + 0.4, j, k];
    const n = Math.hypot(...tipped.slice(3));
    const pose = tipped.map((one, at) => (at < 3 ? one : one / n)) as unknown as Pose;
    const sides = sidesSeen(pose, EDGE, lifted);
    expect(sides.length).toBeGreaterThan(0);
    expect(sides.length).toBeLessThan(4);
    for (const { matrix } of sides)
      expect(matrix[0] * matrix[3] - matrix[1] * matrix[2]).toBeGreaterThan(0);
  }
});
