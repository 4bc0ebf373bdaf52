/**
 * Which dice this page knows, by the name that lines give them: portable dice, ideal dice with
 * the usual chances, and the dice of a server's own machine, which can be thrown nowhere else. Pure.
 */

import { DICE } from "../protocol";

export type DiceKind = "portable" | "ideal" | "native";

const MACHINE = /^\w{1,20}$/;

/** The kind of dice with a name; null for dice that this page does not know. */
export function kindOf(dice: string): DiceKind | null {
  if (dice === DICE.portable) return "portable";
  if (dice === DICE.ideal) return "ideal";
  const machine = dice.startsWith(DICE.native) ? dice.slice(DICE.native.length) : "";
  return MACHINE.test(machine) ? "native" : null;
}

/** Whether a throw may go to another machine with these dice: they have to be of the same kind. */
export function isSameKind(first: string, other: string): boolean {
  return kindOf(other) !== null && kindOf(first) === kindOf(other);
}

/** Whether these dice may stand in if the game's own dice found no rest: only physics can fail so. */
export function standsIn(first: string, other: string): boolean {
  return kindOf(first) !== "ideal" && kindOf(other) === "ideal";
}
