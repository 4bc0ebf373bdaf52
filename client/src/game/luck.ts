/** Luck against expectation, from the counts a game keeps. Pure. */

import type { SeatStats } from "../protocol";

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
