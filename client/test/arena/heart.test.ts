/** A last die beats for a while, then only glows; without motion from the start. */

import { expect, test } from "vitest";
import { Heart } from "../../src/arena/heart";

test("it beats at once, about once a second, and rests after a while", () => {
  const heart = new Heart(2);
  let beats = 0;
  let strongest = 0;
  let largest = 0;
  for (let t = 0; t < 20; t += 0.02) {
    if (heart.advance(0.02)) beats++;
    strongest = Math.max(strongest, heart.shine);
    largest = Math.max(largest, heart.size);
  }
  expect(beats).toBe(8);
  expect(heart.beats).toBe(false);
  expect(strongest, "red, not pale, on white dice").toBeGreaterThan(3);
  expect(heart.shine, "more than dice that are merely next").toBeGreaterThan(1);
  expect(largest).toBeGreaterThan(1.15);
  expect(heart.size).toBe(1);
});

test("at rest it makes no beat", () => {
  const heart = new Heart(0);
  heart.rest();
  expect(heart.advance(0.1)).toBe(false);
  expect(heart.beats).toBe(false);
});
