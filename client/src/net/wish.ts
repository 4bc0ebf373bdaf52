/**
 * Wishes to sit down, each with a key. Asked again with the same key the hall gives the same seat again,
 * so that nothing is lost with an answer.
 */

import type { Outgoing } from "./connection";

const KEY_BYTES = 24;
const SEATING: ReadonlySet<string> = new Set(["create", "join", "seek"]);

let last: { readonly wish: string; readonly key: string } | null = null;

/** Whether a message leads to a seat that the hall would give twice to whoever asks twice. */
export function isWish(message: Outgoing): boolean {
  return SEATING.has(message.type);
}

/** A wish with its key, which stays the same until it has come true or is dropped. */
export function withKey(message: Outgoing): Outgoing {
  if (!isWish(message)) return message;
  const wish = JSON.stringify(message);
  if (last?.wish !== wish) last = { wish, key: newKey() };
  return { ...message, key: last.key } as Outgoing;
}

/** The next wish is another one, though it may say the same. */
export function dropWish(): void {
  last = null;
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
