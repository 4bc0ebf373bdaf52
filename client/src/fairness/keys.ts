/**
 * Key pairs and signatures: Ed25519 in plain arithmetic, since a page on `http://` has no WebCrypto.
 * Knows bytes, and neither seats nor tables.
 */

import { getPublicKey, hashes, sign, verify } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { concatBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bytesToText, textToBytes } from "./bytes";
import { base32 } from "./transcript";

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const FINGERPRINT_BYTES = 10;
const KEY = utf8ToBytes("kessel key 1\n");

/** A key pair, by its secret. */
export interface Key {
  /** 43 characters that never leave this device, except to another one of its person. */
  readonly secret: string;
  readonly public: string;
}

export function newKey(): Key {
  return keyOf(bytesToText(randomBytes(KEY_BYTES))) as Key;
}

/** The key of a secret; null if it is none. */
export function keyOf(secret: string | null): Key | null {
  const bytes = textToBytes(secret, KEY_BYTES);
  hashes.sha512 = sha512;
  return bytes && { secret: bytesToText(bytes), public: bytesToText(getPublicKey(bytes)) };
}

export function signed(key: Key, message: Uint8Array): string {
  hashes.sha512 = sha512;
  const secret = textToBytes(key.secret, KEY_BYTES) as Uint8Array;
  return bytesToText(sign(message, secret));
}

/** Whether the owner of this public key signed this message. */
export function isSignedBy(key: string, message: Uint8Array, signature: string): boolean {
  const [owner, proof] = [textToBytes(key, KEY_BYTES), textToBytes(signature, SIGNATURE_BYTES)];
  if (!owner || !proof) return false;
  hashes.sha512 = sha512;
  return verify(proof, message, owner, { zip215: false });
}

/** What people can compare of a public key: XXXX-XXXX-XXXX-XXXX. */
export function fingerprint(key: string): string {
  const bytes = textToBytes(key, KEY_BYTES) ?? new Uint8Array();
  const signs = base32(sha256(concatBytes(KEY, bytes)).slice(0, FINGERPRINT_BYTES));
  return (signs.match(/.{4}/g) ?? []).join("-");
}

export function isFingerprint(text: string): boolean {
  return /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(text);
}
