/** Luck against expectation, on counts worked out by hand. */

import { expect, test } from "vitest";
import { luck, strikeRate } from "../../src/game/luck";

const NONE = {
  throws: 0,
  dice_thrown: 0,
  strikes: 0,
  collected: 0,
  greatest: 0,
  lost_null: 0,
  lost_out: 0,
};

test("as many null sides as expected is neither lucky nor unlucky", () => {
  expect(luck({ ...NONE, dice_thrown: 36, lost_null: 6 })).toBeCloseTo(0);
});

test("180 dice lose 30 on average, give or take 5: 25 lost is one deviation of luck", () => {
  expect(luck({ ...NONE, dice_thrown: 180, lost_null: 25 })).toBeCloseTo(1);
  expect(luck({ ...NONE, dice_thrown: 180, lost_null: 35 })).toBeCloseTo(-1);
});

test("without a throw there is neither luck nor a rate", () => {
  expect(luck(NONE)).toBeNull();
  expect(strikeRate(NONE)).toBeNull();
  expect(strikeRate({ ...NONE, throws: 4, strikes: 1 })).toBe(0.25);
});
