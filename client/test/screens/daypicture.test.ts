/** The picture of a day: squares beside each other, in the colours of the page, none beyond its edge. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FATES } from "../../src/memory/days";
import { COLOURS, squaresAt } from "../../src/screens/daypicture";

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

test("colours are those of the page", () => {
  const css = readFileSync(join(import.meta.dirname, "../../src/screens/today.css"), "utf8");
  for (const fate of FATES)
    expect(css).toMatch(new RegExp(`\\.day-square\\.${fate} \\{\\s*background: ${COLOURS[fate]};`));
});
