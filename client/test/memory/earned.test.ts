/** Throws of the day, the ladder, and the dice and mats that they bring. */

import { expect, test } from "vitest";
import { fateOf } from "../../src/game/practice";
import {
  countOf,
  type DayThrow,
  dateOf,
  daysUpTo,
  diceOf,
  isDayThrow,
  squaresOf,
  streakUpTo,
  stripUpTo,
  withDay,
} from "../../src/memory/days";
import { AT_THE_FOOT, climbed, isLadder, type Ladder } from "../../src/memory/ladder";
import type { PlayedGame } from "../../src/memory/played";
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

// Throws of the day: the first one counts, the week ends today, squares say what became of each
// die.

const AIM = { x: 0, y: 0, side: 0, speed: 1, height: 0.1, spin: 1 };
const DAY: DayThrow = {
  date: "2026-11-17",
  edition: "impact",
  aim: AIM,
  dice: ["taken", "left", "lost", "out"],
};

test("a day is the same everywhere on earth", () => {
  expect(dateOf(Date.UTC(2026, 10, 17, 23, 59, 59))).toBe("2026-11-17");
  expect(dateOf(Date.UTC(2026, 10, 18))).toBe("2026-11-18");
});

const on = (...dates: string[]) => dates.map((date) => ({ ...DAY, date }));

test("the strip goes back to the first throw, a week at most, over the end of a leap February", () => {
  expect(stripUpTo([], "2028-03-02"), "nobody failed the days before").toEqual(["2028-03-02"]);
  const first = on("2028-02-28", "2028-03-01");
  expect(stripUpTo(first, "2028-03-02").map((one) => one.slice(5))).toEqual([
    "02-28",
    "02-29",
    "03-01",
    "03-02",
  ]);
  expect(stripUpTo(on("2027-01-01"), "2028-03-02")).toHaveLength(7);
});

test("days in a row end with a gap; days that were over are practice", () => {
  const all = on("2028-02-28", "2028-02-29", "2028-03-01");
  expect(streakUpTo(all, "2028-03-01")).toBe(3);
  expect(streakUpTo(all, "2028-03-02")).toBe(0);
  const late = [...on("2028-03-01"), { ...DAY, date: "2028-02-29", late: true }];
  expect([streakUpTo(late, "2028-03-01"), daysUpTo(late, "2028-03-01")]).toEqual([1, 1]);
});

test("the first throw of a day stays", () => {
  const once = withDay([], DAY);
  expect(withDay(once, { ...DAY, dice: ["taken"] })).toBe(once);
  expect(withDay(once, { ...DAY, date: "2026-11-18" })).toHaveLength(2);
});

test("every die has its square, in the order of their numbers", () => {
  const die = (id: number, face: string) => ({ id, face, pose: [0, 0, 0, 1, 0, 0, 0] as never });
  const arena = [die(3, "6"), die(0, "6"), die(1, "4"), die(4, "X")].map((one) => ({
    dice: [one],
  }));
  const dice = diceOf(fateOf({ arena, out: [2] }));
  expect(dice).toEqual(["taken", "left", "out", "taken", "lost"]);
  expect(countOf(dice, "taken")).toBe(2);
  expect(squaresOf(dice, 3)).toBe("🟦⬜ 🟧🟦⬛");
});

test.each<[string, unknown]>([
  ["nothing", null],
  ["no date", { ...DAY, date: "yesterday" }],
  ["an aim that lacks a number", { ...DAY, aim: { x: 0 } }],
  ["a fate that there is not", { ...DAY, dice: ["eaten"] }],
  ["too many dice", { ...DAY, dice: Array(32).fill("taken") }],
])("%s is not kept", (_, value) => {
  expect(isDayThrow(value)).toBe(false);
});

test("what is kept is read again", () => {
  expect(isDayThrow(JSON.parse(JSON.stringify(DAY)))).toBe(true);
});

test("days are counted once each, up to a date", () => {
  const all = ["10", "17", "17", "19"].map((day) => ({ ...DAY, date: `2026-11-${day}` }));
  expect(["09", "10", "18", "19"].map((day) => daysUpTo(all, `2026-11-${day}`))).toEqual([
    0, 1, 2, 3,
  ]);
});

// The ladder: three of five against each in turn, and nobody else counts.

function against(won: boolean, ...names: string[]): PlayedGame {
  return game({ game: "g", won, opponents: names.map((name) => ({ kind: "bot", name })) });
}

const [FIRST, SECOND] = LEVELS;

function after(start: Ladder, level: string, ...results: boolean[]): Ladder {
  return results.reduce((ladder, won) => climbed(ladder, against(won, level)), start);
}

test("three wins lead to the next one, three losses back to the start of the series", () => {
  const two = after(AT_THE_FOOT, FIRST, true, false, true, false);
  expect(two).toEqual({ beaten: 0, won: 2, lost: 2 });
  expect(after(two, FIRST, true)).toEqual({ beaten: 1, won: 0, lost: 0, game: "g" });
  expect(after(two, FIRST, false)).toEqual(AT_THE_FOOT);
});

test("it is known in which game somebody was beaten, also after the next ones", () => {
  const beaten = climbed({ beaten: 0, won: 2, lost: 0 }, { ...against(true, FIRST), game: "a" });
  expect(beaten.game).toBe("a");
  expect(after(beaten, SECOND, true).game).toBe("a");
  expect(isLadder(beaten)).toBe(true);
  expect(isLadder({ beaten: 0, won: 2, lost: 2 })).toBe(true);
  expect(isLadder({ ...beaten, game: 1 })).toBe(false);
});

test("only a game against the next one alone counts", () => {
  expect(climbed(AT_THE_FOOT, against(true, SECOND))).toBe(AT_THE_FOOT);
  expect(climbed(AT_THE_FOOT, against(true, FIRST, FIRST))).toBe(AT_THE_FOOT);
  const person = { ...against(true), opponents: [{ kind: "person" as const, name: FIRST }] };
  expect(climbed(AT_THE_FOOT, person)).toBe(AT_THE_FOOT);
});

test("after the Master there is nobody left", () => {
  const top = LEVELS.reduce((one, level) => after(one, level, true, true, true), AT_THE_FOOT);
  expect(top).toEqual({ beaten: LEVELS.length, won: 0, lost: 0, game: "g" });
  expect(climbed(top, against(true, "master"))).toBe(top);
});

test.each([
  null,
  {},
  [],
  { beaten: LEVELS.length + 1, won: 0, lost: 0 },
  { beaten: 0, won: 3, lost: 0 },
  { beaten: 0, won: 0, lost: 3 },
])("%j is no ladder", (value) => expect(isLadder(value)).toBe(false));

// Dice and mats are earned by what was done, and by nothing else.

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
