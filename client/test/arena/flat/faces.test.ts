/** The sides of a die as they are seen from above. */

import { expect, test } from "vitest";
import { sidesSeen } from "../../../src/arena/flat/faces";
import { restingPose } from "../../../src/arena/seats";
import type { Pose } from "../../../src/arena/types";

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
