/**
 * Wishes to sit down, each with a key. Asked again with the same key the hall gives the same seat again,
 * so that nothing is lost with an answer, nor with a reload before it. Where nothing may be kept, a
 * reload forgets it.
 */

import { bytesToText } from "../fairness/bytes";
import { newKey as newSigner } from "../fairness/keys";
import type { Outgoing } from "./connection";

const KEY_BYTES = 24;
const SEATING: ReadonlySet<string> = new Set(["create", "join", "seek"]);

const NAME = "kessel.wish";

interface Wish {
  readonly wish: string;
  readonly key: string;
  /** Of the key with which this device signs at the table that it wishes for. */
  readonly secret: string;
}

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

/** What comes back to seats of another device, as one that takes them over: they get new tokens, made
 * from its key. */
export function movedHere(message: Outgoing): Outgoing {
  return keyed(message);
}

function keyed(message: Outgoing): Outgoing {
  const wish = JSON.stringify(message);
  last ??= kept();
  const same =
    last?.wish === wish ? last : keep({ wish, key: newKey(), secret: newSigner().secret });
  return { ...message, key: same.key } as Outgoing;
}

/** The secret of the newest wish; null if nothing is wished for. */
export function secretOfWish(): string | null {
  return last?.secret ?? null;
}

/** The next wish is another one, though it may say the same. */
export function dropWish(): void {
  last = null;
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was kept.
  }
}

function keep(wish: Wish): Wish {
  last = wish;
  try {
    sessionStorage.setItem(NAME, JSON.stringify(wish));
  } catch {
    // It is known until the page is closed.
  }
  return wish;
}

/** What this tab wished for before it was loaded again. */
function kept(): Wish | null {
  try {
    const { wish, key, secret } = JSON.parse(sessionStorage.getItem(NAME) ?? "{}");
    const isWhole = [wish, key, secret].every((one) => typeof one === "string");
    return isWhole ? { wish, key, secret } : null;
  } catch {
    return null;
  }
}

function newKey(): string {
  return bytesToText(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
}
