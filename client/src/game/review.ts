/** What the coach's report tells to whom: pure, without words. */

import type { GameReview, Misstep } from "../protocol";

const MOST_TOLD = 4;
const WATCHERS_TOLD = 2;

/** The missteps to tell those who hold these seats; watchers hear the worst of the game. */
export function toldMissteps(review: GameReview, own: readonly number[]): Misstep[] {
  const mine = review.missteps.filter((one) => own.includes(one.seat));
  return own.length ? mine.slice(0, MOST_TOLD) : review.missteps.slice(0, WATCHERS_TOLD);
}

/** A seat's luck in chances to win; null where the coach has no say. */
export function reviewedLuck(review: GameReview | null, seat: number): number | null {
  return review?.status === "ready" ? (review.seats[seat]?.luck ?? null) : null;
}
