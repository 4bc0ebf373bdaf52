/**
 * Wishes to sit down, each with a key. Asked again with the same key the hall gives the same seat again,
 * so that nothing is lost with an answer, nor with a reload before it. Where nothing may be kept, a
 * reload forgets it.
 */

import { randomBytes } from "@noble/hashes/utils.js";
import { bytesToText } from "../fairness/bytes";
import { newKey } from "../fairness/keys";
import { keep, readKept, tab } from "../kept";
import { type Checked, isText, shapeOf } from "../shapes";
import type { Outgoing } from "./connection";

const KEY_BYTES = 24;
const SEATING: ReadonlySet<string> = new Set(["create", "join", "seek"]);

const NAME = "kessel.wish";

/** `secret`: of the key with which this device signs at the table that it wishes for. */
const isKept = shapeOf({ wish: isText, key: isText, secret: isText });
type Wish = Checked<typeof isKept>;

/** Undefined until it is asked for. */
let last: Wish | null | undefined;

/** Whether a message leads to a seat that the hall would give twice to whoever asks twice. */
export function isWish(message: Outgoing): boolean {
  return SEATING.has(message.type);
}

/** A wish with its key, which stays the same until it has come true or is dropped. */
export function withKey(message: Outgoing): Outgoing {
  return isWish(message) ? keyed(message) : message;
}

/** A message with a key, whatever it is: who takes over the seats of another device gets new tokens,
 * made from it. */
export function keyed(message: Outgoing): Outgoing {
  const wish = JSON.stringify(message);
  if (last === undefined) {
    const kept = readKept(tab, NAME); // before this tab was loaded again
    last = isKept(kept) ? kept : null;
  }
  if (last?.wish !== wish) {
    last = { wish, key: bytesToText(randomBytes(KEY_BYTES)), secret: newKey().secret };
    keep(tab, NAME, last);
  }
  return { ...message, key: last.key } as Outgoing;
}

/** The secret of the newest wish; null if nothing is wished for. */
export function secretOfWish(): string | null {
  return last?.secret ?? null;
}

/** The next wish is another one, though it may say the same. */
export function dropWish(): void {
  last = null;
  keep(tab, NAME, undefined);
}
