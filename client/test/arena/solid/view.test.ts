/** The camera in 3D: a hard hit stops and shakes it, and it comes to where it should be all the same. */

import { expect, test } from "vitest";
import type { Sight, Spot } from "../../../src/arena/seats";
import { View } from "../../../src/arena/solid/view";

const CORNERS: Spot[] = [
  [-0.1, -0.1, 0],
  [0.1, 0.1, 0],
];
const SIGHT: Sight = { all: CORNERS, must: CORNERS };
const FRAME = 1 / 60;

/** How far to the right the middle of the table moves with each frame, while a die is followed. */
function moved(frames: number, strength: number, calm = false): number[] {
  const view = new View();
  view.resize(640, 400);
  view.frame(SIGHT, { top: 0, right: 0, bottom: 0, left: 0 }, 0.016);
  view.advance(0, true);
  view.follow(-0.08, 0, 0, 0.86);
  if (strength) view.jolt(strength);
  let before = view.project(0, 0, 0).x;
  return Array.from({ length: frames }, () => {
    view.advance(FRAME, calm);
    const { x } = view.project(0, 0, 0);
    const by = x - before;
    before = x;
    return by;
  });
}

const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);

test("it follows a die smoothly, and a hard hit shakes it to and fro", () => {
  expect(moved(12, 0).every((by) => by > 0)).toBe(true);
  const shaken = moved(12, 1);
  expect(Math.min(...shaken)).toBeLessThan(-1);
  expect(Math.max(...shaken)).toBeGreaterThan(1);
});

test("shaken it stops following for an instant, and comes to the same place in the end", () => {
  expect(sum(moved(6, 1))).toBeLessThan(0.6 * sum(moved(6, 0)));
  expect(sum(moved(120, 1))).toBeCloseTo(sum(moved(120, 0)), 1);
});

test("whoever wants little motion is not shaken", () => {
  expect(moved(3, 1, true)).toEqual(moved(3, 0, true));
});
