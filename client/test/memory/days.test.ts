/** Throws of the day: the first one counts, the week ends today, squares say what became of each die. */

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
  weekUpTo,
  withDay,
} from "../../src/memory/days";

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

test("a week ends today, over the end of a month and a leap day", () => {
  expect(weekUpTo("2028-03-02")).toEqual([
    "2028-02-25",
    "2028-02-26",
    "2028-02-27",
    "2028-02-28",
    "2028-02-29",
    "2028-03-01",
    "2028-03-02",
  ]);
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
