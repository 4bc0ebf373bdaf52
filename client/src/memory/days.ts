/** Throws of the day: what is kept of each, the week, and what is sent of one. Pure. */

import type { Fate } from "../game/practice";
import {
  type Checked,
  isBoolean,
  isNumber,
  isText,
  listOf,
  maybe,
  oneOf,
  shapeOf,
  where,
} from "../shapes";

/** What became of a die: taken, left lying, lost to the null side, or flown out. */
export const FATES = ["taken", "left", "lost", "out"] as const;
export type DieFate = (typeof FATES)[number];

const DAY_MS = 86_400_000;
const WEEK = 7;
/** More than a day ever has. */
const MOST_DICE = 31;
/** Blue and orange, black and white: nobody has to tell red from green. */
const SQUARES: Readonly<Record<DieFate, string>> = {
  taken: "🟦",
  left: "⬜",
  lost: "⬛",
  out: "🟧",
};

const isDate = where(isText, (text) => /^\d{4}-\d\d-\d\d$/.test(text));
const isFiniteNumber = where(isNumber, Number.isFinite);

/** The first throw of a day. */
export const isDayThrow = shapeOf({
  /** Such as 2026-11-17, in UTC. */
  date: isDate,
  edition: isText,
  /** What it takes to throw the same again. */
  aim: shapeOf({
    x: isFiniteNumber,
    y: isFiniteNumber,
    side: isFiniteNumber,
    speed: isFiniteNumber,
    height: isFiniteNumber,
    spin: isFiniteNumber,
  }),
  /** What became of every die, in the order of their numbers: first those that lay there. */
  dice: listOf(oneOf(FATES), MOST_DICE),
  /** Whether the day was over by then: practice, of which the first is kept as well. */
  late: maybe(isBoolean),
});
export type DayThrow = Checked<typeof isDayThrow>;

/** The date everywhere on earth at a time, ms since 1970. */
export function dateOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The seven days up to a date. */
function weekUpTo(date: string): string[] {
  const last = Date.parse(date);
  return Array.from({ length: WEEK }, (_, i) => dateOf(last - (WEEK - 1 - i) * DAY_MS));
}

/** With one more day; the first throw of a day stays. */
export function withDay(days: readonly DayThrow[], thrown: DayThrow): readonly DayThrow[] {
  return days.some((one) => one.date === thrown.date) ? days : [...days, thrown];
}

/** On how many days it was thrown in time, up to a date. */
export function daysUpTo(days: readonly DayThrow[], date: string): number {
  return new Set(inTime(days).filter((one) => one <= date)).size;
}

/** The days in a row on which it was thrown in time, up to a date. */
export function streakUpTo(days: readonly DayThrow[], date: string): number {
  const thrown = new Set(inTime(days));
  const last = Date.parse(date);
  let row = 0;
  while (thrown.has(dateOf(last - row * DAY_MS))) row++;
  return row;
}

/** The last seven days, as far back as the first throw. */
export function stripUpTo(days: readonly DayThrow[], date: string): string[] {
  const [first = date] = days.map((one) => one.date).sort();
  return weekUpTo(date).filter((one) => one >= first);
}

function inTime(days: readonly DayThrow[]): string[] {
  return days.filter((one) => !one.late).map((one) => one.date);
}

/** What became of every die, by number. */
export function diceOf(fate: Fate): DieFate[] {
  const dice = FATES.flatMap((name) => fate[name].map((id) => ({ id, name })));
  return dice.sort((a, b) => a.id - b.id).map(({ name }) => name);
}

export function countOf(dice: readonly DieFate[], fate: DieFate): number {
  return dice.filter((one) => one === fate).length;
}

/** A square for each die in a line: those that lay there, then those that were thrown. */
export function squaresOf(dice: readonly DieFate[], thrown: number): string {
  const squares = dice.map((one) => SQUARES[one]);
  return `${squares.slice(0, -thrown).join("")} ${squares.slice(-thrown).join("")}`;
}
