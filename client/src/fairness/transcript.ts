/** The transcript: a running hash over the lines of a game, and its short form to compare aloud. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const LINE = utf8ToBytes("kessel line 1\n");
/** Crockford's: no I, L, O or U, so that it can be read aloud. */
const BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SEAL_BYTES = 5;

/** The digest of no lines at all. */
export const NO_LINES = "0".repeat(64);

export function addLine(digest: string, line: string): string {
  return bytesToHex(sha256(concatBytes(LINE, hexToBytes(digest), utf8ToBytes(line))));
}

/** The first 40 bits of a digest, as XXXX-XXXX. */
export function sealOf(digest: string): string {
  const signs = base32(hexToBytes(digest).slice(0, SEAL_BYTES));
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

/** Bytes by five bits a sign. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const fives = bits.match(/.{5}/g) ?? [];
  return fives.map((five) => BASE32[Number.parseInt(five, 2)]).join("");
}
