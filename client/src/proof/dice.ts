/** Dice as the line of a landing has them, held against those that the page is told to draw. Pure. */

import type { GameView } from "../protocol";
import { type Checked, isNumber, isText, listOf, shapeOf } from "../shapes";

/** A die that came to rest: its number, its face, and where it lies, in metres. */
const isLaid = shapeOf({ die: isNumber, face: isText, pose: listOf(isNumber) });
export type LaidDie = Checked<typeof isLaid>;

/** The dice of a landing, by the spots on which they lie. */
export const isLay = listOf(listOf(isLaid));

/** Views give places to a hundredth of a millimetre. */
const CLOSE = 1e-4;

/** Whether everything that is drawn after a throw lay there: rules take dice away, and whatever
 * stood on them comes down; they neither turn nor move any. */
export function liesAsLaid(laid: readonly LaidDie[], arena: GameView["arena"]): boolean {
  const lying = new Map(laid.map((one) => [one.die, one]));
  return arena
    .flatMap((piece) => piece.dice)
    .every(({ id, face, pose: [x, y] }) => {
      const one = lying.get(id);
      return one?.face === face && isNear(one.pose[0], x) && isNear(one.pose[1], y);
    });
}

function isNear(one = Number.NaN, other: number): boolean {
  return Math.abs(one - other) < CLOSE;
}
