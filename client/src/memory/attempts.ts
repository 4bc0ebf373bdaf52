/** Answers to puzzles, and what they add up to: stars, what was missed, what comes next. Pure. */

import { type Checked, isBoolean, isNumber, isText, shapeOf } from "../shapes";

/** One answer to one puzzle; `when` in ms since 1970. */
export const isAttempt = shapeOf({
  puzzle: isText,
  choice: isText,
  right: isBoolean,
  when: isNumber,
});
export type Attempt = Checked<typeof isAttempt>;

export const MOST_STARS = 3;
/** Other answers before a puzzle that was missed comes back. */
const COMES_BACK_AFTER = 3;

/** Three for the right answer at once, two at the second try, one later; none while unsolved. */
export function starsOf(attempts: readonly Attempt[], puzzle: string): number {
  const tries = attempts.filter((one) => one.puzzle === puzzle);
  const solved = tries.findIndex((one) => one.right);
  return solved < 0 ? 0 : Math.max(1, MOST_STARS - solved);
}

/** The puzzles whose last answer was wrong, those missed longest ago first. */
export function missedIn(attempts: readonly Attempt[]): string[] {
  const last = new Map<string, Attempt>();
  for (const one of attempts) {
    last.delete(one.puzzle);
    last.set(one.puzzle, one);
  }
  return [...last.values()].filter((one) => !one.right).map((one) => one.puzzle);
}

/** What to ask next: missed ones that are due, then new ones, then missed ones; null if all are solved. */
export function nextOf(
  puzzles: readonly string[],
  attempts: readonly Attempt[],
  now: string | null,
): string | null {
  const others = (id: string) => id !== now && puzzles.includes(id);
  const missed = missedIn(attempts).filter(others);
  const since = (id: string) =>
    attempts.length - 1 - attempts.findLastIndex((one) => one.puzzle === id);
  const due = missed.find((id) => since(id) >= COMES_BACK_AFTER);
  const fresh = puzzles.find((id) => others(id) && !attempts.some((one) => one.puzzle === id));
  return due ?? fresh ?? missed[0] ?? null;
}
