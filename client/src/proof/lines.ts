/** Lines of a game's transcript as this device reads them: only what it checks, and in what shape. */

import { isLink } from "../fairness/chain";
import { isPublicKey, isSignature } from "../fairness/keys";
import {
  type Checked,
  isBoolean,
  isNumber as isReal,
  isText,
  listOf,
  maybe,
  oneOf,
  recordOf,
  shapeOf,
  tupleOf,
  where,
} from "../shapes";
import { isLay } from "./dice";

/** What a number in a line can be (`table/log.py`). */
const MOST = 2 ** 31 - 1;
const isNumber = where(isReal, (one) => Number.isInteger(one) && one >= 0 && one <= MOST);
const isNumbers = listOf(isNumber);
/** A table's name or a game's. */
const isCode = where(isText, (text) => text.length <= 64);
const isSignOrNone = where(isText, (text) => text === "" || isSignature(text));
const isActor = oneOf(["person", "bot", "table"]);

/** Somebody who plays: a person, with the key of their device if they have one, or a bot. */
const isPlayer = where(
  shapeOf({ seat: isNumber, name: isText, key: maybe(isPublicKey), bot: maybe(isText) }),
  ({ key, bot }) => key === undefined || bot === undefined,
);
const isCast = shapeOf({
  player: isNumber,
  unit: isText,
  aim: recordOf(isReal),
  by: maybe(isActor),
  sign: maybe(isSignature),
});
const isLinks = shapeOf({ server: isLink, devices: listOf(isLink), signs: listOf(isSignOrNone) });
const THROW = { throw: isNumber, attempt: isNumber, devices: isNumbers };

const SHAPES = {
  game: shapeOf({
    table: isCode,
    game: isCode,
    /** Which game of its table. */
    number: isNumber,
    edition: isText,
    options: recordOf((value): value is string | boolean => isText(value) || isBoolean(value)),
    /** In order of play; which of them begins. */
    players: listOf(isPlayer),
    first: isNumber,
    clock: maybe(isText),
    /** What throws: the physics of a machine, or ideal dice. */
    dice: isText,
    elements: maybe(listOf(isText)),
    server: isLink,
    devices: maybe(listOf(shapeOf({ seats: isNumbers, tip: isLink }))),
  }),
  join: shapeOf({ device: isNumber, seats: isNumbers, tip: isLink, sign: maybe(isSignature) }),
  /** Devices that show no more links: by their own word, or since they were not heard. */
  away: where(
    shapeOf({ devices: isNumbers, signs: listOf(isSignOrNone) }),
    ({ devices, signs }) => signs.length === devices.length,
  ),
  /** `dice`: what throws, if the table has moved to another machine. */
  fixed: shapeOf({ ...THROW, casts: listOf(isCast), dice: maybe(isText) }),
  late: shapeOf(THROW),
  /** `dice`: what threw, if the game's own dice could not. */
  land: shapeOf({ throw: isNumber, links: isLinks, dice: maybe(isText), at_rest: isLay }),
  /** `links`: if chance built the tower. */
  answered: shapeOf({
    player: isNumber,
    move: isText,
    dice: maybe(isNumbers),
    by: maybe(isActor),
    sign: maybe(isSignature),
    links: maybe(isLinks),
  }),
  /** `agreed`: who agreed, if all had to. */
  push: shapeOf({
    player: isNumber,
    dice: listOf(tupleOf(isNumber, isReal, isReal)),
    sign: maybe(isSignature),
    agreed: maybe(listOf(tupleOf(isNumber, isSignOrNone))),
  }),
  /** A bot plays on for a person; for good if the person says so. */
  bot: shapeOf({ player: isNumber, for_good: maybe(isBoolean), sign: maybe(isSignature) }),
  back: shapeOf({ player: isNumber }),
  renewed: shapeOf({ tip: isLink }),
  column: shapeOf({}),
};

type Kind = keyof typeof SHAPES;
export type LineOf<K extends Kind> = { readonly type: K } & Checked<(typeof SHAPES)[K]>;
export type Line = { readonly [K in Kind]: LineOf<K> }[Kind];
export type LinePlayer = Checked<typeof isPlayer>;
export type FixedCast = Checked<typeof isCast>;
export type Links = Checked<typeof isLinks>;
export type ActedBy = Checked<typeof isActor>;

const isOfKind = shapeOf({ type: oneOf(Object.keys(SHAPES) as Kind[]) });

/** A line read; null if it is none that can stand in a game. */
export function readLine(text: string): Line | null {
  try {
    const line: unknown = JSON.parse(text);
    return isOfKind(line) && SHAPES[line.type](line) ? (line as Line) : null;
  } catch {
    return null;
  }
}
