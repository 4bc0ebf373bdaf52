/** How fast a flight is shown: as it was, or slowly around the moment that decides. */

import { expect, test } from "vitest";
import { pacing } from "../../src/arena/playback";

test("without a moment that decides, time is time", () => {
  const { seconds, at } = pacing(2, null);
  expect(seconds).toBe(2);
  expect([0, 0.7, 2].map(at)).toEqual([0, 0.7, 2]);
});

test("around the moment it is slow, before and after as usual, and nothing is left out", () => {
  const { seconds, at } = pacing(2, { die: 1, time: 1 });
  expect(seconds).toBeCloseTo(3);
  expect(at(0.5)).toBe(0.5);
  expect(at(0.84 + 0.48)).toBeCloseTo(1);
  expect(at(seconds)).toBeCloseTo(2);
  const steps = Array.from({ length: 301 }, (_, i) => at((i * seconds) / 300));
  steps.slice(1).forEach((now, i) => {
    const gone = now - (steps[i] ?? 0);
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThan(0.0101);
  });
});

test("a moment at the very end or beginning does not leave the flight", () => {
  for (const time of [0, 2]) {
    const { seconds, at } = pacing(2, { die: 1, time });
    expect(at(0)).toBe(0);
    expect(at(seconds)).toBeCloseTo(2);
  }
});
