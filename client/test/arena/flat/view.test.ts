/** The table from above: what is drawn where, and what is touched there. */

import { expect, test } from "vitest";
import { FlatView } from "../../../src/arena/flat/view";
import type { Spot } from "../../../src/arena/seats";

const ALL: readonly Spot[] = [
  [-0.15, -0.16, 0],
  [0.15, -0.16, 0],
  [-0.15, 0.18, 0],
  [0.15, 0.18, 0],
];
const SIGHT = { all: ALL, must: ALL };
const INSETS = { top: 90, right: 20, bottom: 170, left: 0 };

function view(): FlatView {
  const one = new FlatView();
  one.resize(390, 844);
  one.frame(SIGHT, INSETS, 0.016);
  return one;
}

test("all that must be in sight lies between the panels", () => {
  const one = view();
  for (const spot of ALL) {
    const at = one.project(...spot);
    expect(at.x).toBeGreaterThanOrEqual(-1e-6);
    expect(at.x).toBeLessThanOrEqual(370 + 1e-6);
    expect(at.y).toBeGreaterThanOrEqual(90 - 1e-6);
    expect(at.y).toBeLessThanOrEqual(674 + 1e-6);
  }
});

test("a point of the picture is the point of the table that is drawn there", () => {
  const one = view();
  one.nudge(0.7, 0, 0.8);
  while (one.advance(0.1, false));
  for (const [x, y, z] of [
    [0.03, -0.05, 0],
    [-0.06, 0.02, 0.075],
  ] as const) {
    const [backX, backY] = one.cast(one.project(x, y, z), z);
    expect(backX).toBeCloseTo(x);
    expect(backY).toBeCloseTo(y);
  }
});

test("what is higher is drawn farther up", () => {
  const one = view();
  expect(one.project(0, 0, 0.05).y).toBeLessThan(one.project(0, 0, 0).y);
});

test("turned, zoomed, and home again at once for whoever wants no motion", () => {
  const one = view();
  const before = one.project(0.02, 0.01, 0);
  one.nudge(1, 0, 0.5);
  one.advance(0.01, true);
  expect(one.turn).toBe(1);
  expect(one.project(0.02, 0.01, 0)).not.toEqual(before);
  one.home();
  expect(one.advance(0.01, true)).toBe(false);
  expect(one.project(0.02, 0.01, 0)).toEqual(before);
});
