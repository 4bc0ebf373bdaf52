/** Three awards of a game, from what it counted and from the throws that were seen. Pure. */

import type { GameView } from "../protocol";
import { diceTaken } from "./moments";
import type { LogEntry } from "./table";

interface Award {
  readonly kind: "catch" | "smoke" | "striker";
  readonly seat: number;
  readonly count: number;
}

/** One is nothing to speak of. */
const LEAST = 2;

export function awardsOf(game: GameView, log: readonly LogEntry[]): Award[] {
  const most = (kind: Award["kind"], of: (seat: number) => number): Award | null => {
    const [best] = game.seats
      .map((seat) => ({ kind, seat, count: of(seat) }))
      .sort((a, b) => b.count - a.count);
    return best && best.count >= LEAST ? best : null;
  };
  const greatest = (seat: number) =>
    Math.max(0, ...log.filter((one) => one.seat === seat).map((one) => diceTaken(one.events)));
  return [
    most("catch", greatest),
    most("smoke", (seat) => game.stats[seat]?.lost_null ?? 0),
    most("striker", (seat) => game.stats[seat]?.strikes ?? 0),
  ].filter((one) => one !== null);
}
