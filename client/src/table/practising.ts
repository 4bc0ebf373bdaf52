/** Shows a position without a table, and throws at it, as a table would show them. */

import { unpacked } from "../fairness/bytes";
import {
  type Cast,
  type Flown,
  landingShown,
  type Practice,
  positionShown,
  type Thrower,
  throwShown,
} from "../game/practice";
import { diceInUnit } from "../game/table";
import { PLAIN } from "../memory/rewards";
import { wearing } from "../memory/shelf";
import type { AwaitedView } from "../protocol";
import type { Session } from "../session";
import { playerName } from "../settings";

let throwsShown = 0;

/** Whoever is at this device throws in the dice that were chosen on it. */
function thrower(at: Practice): Thrower {
  const { finish, mat } = at.ofOthers ? PLAIN : wearing.value;
  return { name: playerName.value.trim(), finish: finish ?? "", mat: mat ?? "" };
}

function shown(at: Practice, awaited: AwaitedView) {
  return positionShown(at, awaited, thrower(at));
}

/** The dice as they lie before a throw. */
export function lay(session: Session, at: Practice, awaited: AwaitedView): void {
  session.rehearse(shown(at, awaited));
}

/** The throw at a position that was laid. */
export function fly(session: Session, at: Practice, cast: Cast, flown: Flown): void {
  const { game } = shown(at, { kind: "flying" });
  if (!game) return;
  const number = ++throwsShown;
  const bytes = unpacked(flown.frame);
  session.rehearse(throwShown(at.name, number, cast, bytes.length));
  session.rehearseFrame(number, bytes);
  const thrown = diceInUnit(game, 0, cast.unit);
  const { finish } = thrower(at);
  session.rehearse(landingShown(game, number, { ...flown, thrown, finish }));
}
