/** Dice and mats are earned by what was done, and by nothing else. */

import { expect, test } from "vitest";
import type { DayThrow } from "../../src/memory/days";
import { AT_THE_FOOT } from "../../src/memory/ladder";
import {
  type Deeds,
  FINISH_PRICES,
  isEarned,
  isWearing,
  MAT_PRICES,
  PLAIN,
  type Price,
  paid,
  rewardFor,
} from "../../src/memory/rewards";
import { ACHIEVEMENTS } from "../../src/memory/summary";
import { LEVELS } from "../../src/protocol";
import { game } from "./games";

const NOTHING: Deeds = { games: [], ladder: AT_THE_FOOT, days: [] };
const PRICES = { ...FINISH_PRICES, ...MAT_PRICES };

const won = game({ won: true });

function thrownOn(date: string): DayThrow {
  const aim = { x: 0, y: 0, side: 0, speed: 1, height: 0, spin: 0 };
  return { date, edition: "strike-2020", aim, dice: [] };
}

function got(deeds: Partial<Deeds>): string[] {
  const all = { ...NOTHING, ...deeds };
  return Object.entries(PRICES).flatMap(([id, price]) => (isEarned(price, all) ? [id] : []));
}

test("who has done nothing has nothing", () => {
  expect(got({})).toEqual([]);
});

test("achievements, the ladder and the throw of the day each bring something", () => {
  expect(got({ games: [won] })).toEqual(["brass"]);
  expect(got({ ladder: { beaten: 1, won: 0, lost: 0 } })).toEqual(["weave"]);
  expect(got({ ladder: { beaten: LEVELS.length, won: 0, lost: 0 } })).toEqual([
    "rungs",
    "crown",
    "weave",
  ]);
  expect(got({ days: [thrownOn("2026-11-17")] })).toEqual(["rings"]);
});

test("days count once, need not follow each other, and say how many are left", () => {
  const days = ["01", "02", "05", "05", "09"].map((day) => thrownOn(`2026-11-${day}`));
  expect(paid(FINISH_PRICES.frost, { ...NOTHING, days })).toEqual({ done: 4, needed: 7 });
  expect(paid(MAT_PRICES.rings, { ...NOTHING, days })).toEqual({ done: 1, needed: 1 });
});

test("the ladder and the days bring it with the very one that was missing, not before and not again", () => {
  const brought = (all: readonly Price[]) =>
    all.map(rewardFor).map((one) => one && ("finish" in one ? one.finish : one.mat));
  const all = LEVELS.length;
  const ladder = brought([1, 2, 3, 4, all - 1, all].map((beaten) => ({ beaten })));
  expect(ladder).toEqual(["weave", null, "rungs", null, null, "crown"]);
  const days = brought([0, 1, 2, 6, 7, 8].map((count) => ({ days: count })));
  expect(days).toEqual([null, "rings", null, null, "frost", null]);
});

test("what an achievement brings can be put on at once", () => {
  expect(rewardFor({ achieve: "win" })).toEqual({ finish: "brass" });
  expect(rewardFor({ achieve: "clean" })).toEqual({ mat: "waves" });
  const without = ACHIEVEMENTS.filter((achieve) => rewardFor({ achieve }) === null);
  expect(without).toEqual(["master"]);
});

test("what is kept is one of those there are", () => {
  expect(isWearing(PLAIN)).toBe(true);
  expect(isWearing({ finish: "crown", mat: "rings" })).toBe(true);
  for (const bad of [null, {}, { finish: "gold", mat: null }, { finish: null, mat: "brass" }])
    expect(isWearing(bad)).toBe(false);
});
