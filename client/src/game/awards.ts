/** Three awards of a game, from what it counted. Pure. */

import type { GameView, SeatStats } from "../protocol";

interface Award {
  readonly kind: "catch" | "smoke" | "striker" | "wild" | "busy";
  readonly seat: number;
  readonly count: number;
}

/** What is counted for each, the best known first: a short game may have nothing to say of some. */
const COUNTED: readonly (readonly [Award["kind"], keyof SeatStats])[] = [
  ["catch", "greatest"],
  ["smoke", "lost_null"],
  ["striker", "strikes"],
  ["wild", "lost_out"],
  ["busy", "throws"],
];
const MOST_AWARDS = 3;
/** One is nothing to speak of. */
const LEAST = 2;

export function awardsOf({ seats, stats }: GameView): Award[] {
  return COUNTED.flatMap(([kind, name]) =>
    seats
      .map((seat) => ({ kind, seat, count: stats[seat]?.[name] ?? 0 }))
      .sort((a, b) => b.count - a.count)
      .slice(0, 1),
  )
    .filter(({ count }) => count >= LEAST)
    .slice(0, MOST_AWARDS);
}
