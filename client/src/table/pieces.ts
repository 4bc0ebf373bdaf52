/** The dice that lie in the arena, as the picture takes them. Pure. */

import type { Piece } from "../arena/types";
import type { GameView } from "../protocol";

export function piecesOf(game: GameView): Piece[] {
  return game.arena.flatMap((piece) => piece.dice.map((die) => ({ id: die.id, pose: die.pose })));
}
