/** What the coach tells to whom, and luck against expectation: pure, without words. */

import type { GameReview, Misstep, OddsAnswer, SeatStats } from "../protocol";

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

/** Differences of the chance to win that nobody notices, and that everybody does. */
const NOTICED = 0.01;
const CLEAR = 0.05;

type Opinion = "same" | "throw.little" | "throw.much" | "stop.little" | "stop.much";

/** Null if there is nothing to choose. */
export function opinionOf({ stop, throws }: Pick<OddsAnswer, "stop" | "throws">): Opinion | null {
  const best = throws[0];
  if (!best || stop === null) return null;
  const gain = best.chance - stop;
  if (Math.abs(gain) < NOTICED) return "same";
  const what = gain > 0 ? "throw" : "stop";
  return `${what}.${Math.abs(gain) < CLEAR ? "little" : "much"}`;
}

/** One side of six is the null side. */
export const NULL_SHARE = 1 / 6;

/**
 * Standard deviations by which a player lost fewer dice to the null side than an honest die would
 * take on average: above 0 is lucky. Null where nothing was thrown.
 */
export function luck(stats: SeatStats): number | null {
  if (stats.dice_thrown === 0) return null;
  const expected = stats.dice_thrown * NULL_SHARE;
  const spread = Math.sqrt(stats.dice_thrown * NULL_SHARE * (1 - NULL_SHARE));
  return (expected - stats.lost_null) / spread;
}

export function strikeRate(stats: SeatStats): number | null {
  return stats.throws === 0 ? null : stats.strikes / stats.throws;
}
