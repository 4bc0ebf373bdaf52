/**
 * A hash chain: a secret whose links are shown one after the other, each proving itself against the
 * one before. Bytes only, as in `kessel.fairness.chain`; everything in lower-case hexadecimal.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import {
  bytesToHex,
  concatBytes,
  hexToBytes,
  randomBytes,
  utf8ToBytes,
} from "@noble/hashes/utils.js";

/** Links of a chain; a game that needs more goes on with a new chain. */
export const CHAIN_LINKS = 256;
const LINK_BYTES = 32;
const LINK = utf8ToBytes("kessel link 1\n");

type Link = ReturnType<typeof hexToBytes>;

/** The last link of a fresh chain. `getRandomValues` is there on plain-HTTP pages, too. */
export function newSecret(): string {
  return bytesToHex(randomBytes(LINK_BYTES));
}

/** The link to show the `number`th time, from 1; 0 is the tip, which is published. */
export function linkOf(secret: string, number: number): string {
  if (number < 0 || number > CHAIN_LINKS) throw new RangeError(`a chain has no link ${number}`);
  let link: Link = hexToBytes(secret);
  for (let k = number; k < CHAIN_LINKS; k++) link = next(link);
  return bytesToHex(link);
}

/** The link that was shown before this one, or the tip. */
export function linkBefore(link: string): string {
  return bytesToHex(next(hexToBytes(link)));
}

function next(link: Link): Link {
  return sha256(concatBytes(LINK, link));
}
