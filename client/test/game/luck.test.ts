/** Luck against expectation, on counts worked out by hand. */

import { expect, test } from "vitest";
import { luck, strikeRate } from "../../src/game/luck";
import { NOTHING_YET } from "../../src/game/practice";

test("as many null sides as expected is neither lucky nor unlucky", () => {
  expect(luck({ ...NOTHING_YET, dice_thrown: 36, lost_null: 6 })).toBeCloseTo(0);
});

test("180 dice lose 30 on average, give or take 5: 25 lost is one deviation of luck", () => {
  expect(luck({ ...NOTHING_YET, dice_thrown: 180, lost_null: 25 })).toBeCloseTo(1);
  expect(luck({ ...NOTHING_YET, dice_thrown: 180, lost_null: 35 })).toBeCloseTo(-1);
});

test("without a throw there is neither luck nor a rate", () => {
  expect(luck(NOTHING_YET)).toBeNull();
  expect(strikeRate(NOTHING_YET)).toBeNull();
  expect(strikeRate({ ...NOTHING_YET, throws: 4, strikes: 1 })).toBe(0.25);
});
