/** Three awards of a game, from what it counted. Pure. */

import type { GameView, SeatStats } from "../protocol";

interface Award {
  readonly kind: "catch" | "smoke" | "striker" | "wild" | "busy";
  readonly seat: number;
  readonly count: number;
}

/** What is counted for each, and from where on it is worth a word; the best known first. */
const COUNTED: readonly (readonly [Award["kind"], keyof SeatStats, least: number])[] = [
  ["catch", "greatest", 4],
  ["smoke", "lost_null", 4],
  ["striker", "strikes", 4],
  ["wild", "lost_out", 2],
  ["busy", "throws", 12],
];
const MOST_AWARDS = 3;

/** Nobody gets two. */
export function awardsOf({ seats, stats }: GameView): Award[] {
  const given: Award[] = [];
  for (const [kind, name, least] of COUNTED) {
    const [best] = seats
      .filter((seat) => !given.some((one) => one.seat === seat))
      .map((seat) => ({ kind, seat, count: stats[seat]?.[name] ?? 0 }))
      .sort((a, b) => b.count - a.count);
    const most = Math.max(...stats.map((one) => one[name]));
    if (best && best.count >= least && best.count === most) given.push(best);
  }
  return given.slice(0, MOST_AWARDS);
}
