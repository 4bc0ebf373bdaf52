/** The ladder: each opponent in turn, alone, best of five; the last one is the Master. Pure. */

import { LEVELS } from "../protocol";
import type { PlayedGame } from "./played";

export interface Ladder {
  /** How many have been beaten, and so who is next. */
  readonly beaten: number;
  /** Games of the series against the next one. */
  readonly won: number;
  readonly lost: number;
  /** The game in which somebody was beaten last. */
  readonly game?: string;
}

export const AT_THE_FOOT: Ladder = { beaten: 0, won: 0, lost: 0 };
/** Of five. */
const ENOUGH = 3;

export function isLadder(value: unknown): value is Ladder {
  const { beaten, won, lost, game } = (value ?? {}) as Partial<Record<keyof Ladder, unknown>>;
  if (game !== undefined && typeof game !== "string") return false;
  const isUpTo = (count: unknown, most: number) =>
    Number.isSafeInteger(count) && Number(count) >= 0 && Number(count) <= most;
  return isUpTo(beaten, LEVELS.length) && isUpTo(won, ENOUGH - 1) && isUpTo(lost, ENOUGH - 1);
}

/** Where one stands after a game; a game against anybody else changes nothing. */
export function climbed(ladder: Ladder, game: PlayedGame): Ladder {
  const [only, another] = game.opponents;
  const next = LEVELS[ladder.beaten];
  if (another || only?.kind !== "bot" || next === undefined || only.name !== next) return ladder;
  const won = ladder.won + (game.won ? 1 : 0);
  const lost = ladder.lost + (game.won ? 0 : 1);
  if (won === ENOUGH) return { beaten: ladder.beaten + 1, won: 0, lost: 0, game: game.game };
  if (lost === ENOUGH) return { ...ladder, won: 0, lost: 0 };
  return { ...ladder, won, lost };
}
