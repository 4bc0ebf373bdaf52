/** The ladder: each opponent in turn, alone, best of five; the last one is the Master. Pure. */

import { LEVELS } from "../protocol";
import { type Checked, isCount, isText, maybe, shapeOf, where } from "../shapes";
import type { PlayedGame } from "./played";

/** Of five. */
const ENOUGH = 3;

const upTo = (most: number) => where(isCount, (count) => count >= 0 && count <= most);

export const isLadder = shapeOf({
  /** How many have been beaten, and so who is next. */
  beaten: upTo(LEVELS.length),
  /** Games of the series against the next one. */
  won: upTo(ENOUGH - 1),
  lost: upTo(ENOUGH - 1),
  /** The game in which somebody was beaten last. */
  game: maybe(isText),
});
export type Ladder = Checked<typeof isLadder>;

export const AT_THE_FOOT: Ladder = { beaten: 0, won: 0, lost: 0 };

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
