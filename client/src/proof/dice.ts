/** Dice as the line of a landing has them, held against those that the page is told to draw. Pure. */

import type { GameView } from "../protocol";

/** A die that came to rest: its number, its face, and where it lies, in metres. */
export interface LaidDie {
  readonly die: number;
  readonly face: string;
  readonly pose: readonly number[];
}

/** Views give places to a hundredth of a millimetre. */
const CLOSE = 1e-4;

/** The dice of a landing, of all its spots; null where they do not read. */
export function laidDice(lay: unknown): LaidDie[] | null {
  if (!Array.isArray(lay) || !lay.every(Array.isArray)) return null;
  const dice: unknown[] = lay.flat();
  return dice.every(isLaid) ? dice : null;
}

function isLaid(value: unknown): value is LaidDie {
  const one = value as Partial<LaidDie> | null;
  return (
    typeof one?.die === "number" &&
    typeof one.face === "string" &&
    Array.isArray(one.pose) &&
    one.pose.every((part) => typeof part === "number")
  );
}

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
