/** The picture of a day: squares beside each other, none beyond its edge. */

import { expect, test } from "vitest";
import { squaresAt } from "../../src/screens/pictures";

const WIDTH = 1080;

test.each([
  [9, 5],
  [31, 5],
])("%d squares fit, those of %d thrown dice a little apart", (dice, thrown) => {
  const { side, lefts } = squaresAt(dice, thrown);
  const gaps = lefts.slice(1).map((left, i) => left - (lefts[i] ?? 0) - side);
  expect(lefts).toHaveLength(dice);
  expect(lefts[0]).toBeCloseTo(WIDTH - (lefts.at(-1) ?? 0) - side);
  expect(gaps.indexOf(Math.max(...gaps))).toBe(dice - thrown - 1);
  expect(Math.min(...gaps)).toBeGreaterThan(0);
});
