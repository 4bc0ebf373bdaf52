/** Keys and signatures: the answers of RFC 8032, and what does not pass. */

import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { bytesToText, textToBytes } from "../../src/fairness/bytes";
import {
  fingerprint,
  isFingerprint,
  isSignedBy,
  keyOf,
  newKey,
  signed,
} from "../../src/fairness/keys";

/** The second test of RFC 8032, 7.1. */
const RFC = {
  secret: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
  public: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
  message: "72",
  signature:
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da" +
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
};
const key = keyOf(bytesToText(hexToBytes(RFC.secret)));
const message = hexToBytes(RFC.message);
const signature = bytesToText(hexToBytes(RFC.signature));

test("the answers of the standard", () => {
  if (!key) throw new Error("no key");
  expect(bytesToHex(textToBytes(key.public, 32) ?? new Uint8Array())).toBe(RFC.public);
  expect(isSignedBy(key.public, message, signature)).toBe(true);
  expect(signed(key, message)).toBe(signature);
  expect(isSignedBy(key.public, message, signature)).toBe(true);
});

test("another message, key or signature does not pass", () => {
  const [one, other] = [newKey(), newKey()];
  const sign = signed(one, message);
  expect(isSignedBy(one.public, new Uint8Array([1]), sign)).toBe(false);
  expect(isSignedBy(other.public, message, sign)).toBe(false);
  expect(isSignedBy(one.public, message, signed(other, message))).toBe(false);
  expect(isSignedBy(one.public, message, "")).toBe(false);
  expect(isSignedBy("", message, sign)).toBe(false);
  expect(isSignedBy(bytesToText(new Uint8Array(32).fill(255)), message, sign)).toBe(false);
});

test("texts are 43 and 86 characters in the one way to write them", () => {
  const one = newKey();
  expect([one.public.length, one.secret.length, signed(one, message).length]).toEqual([43, 43, 86]);
  const last = one.public.slice(0, -1);
  const ends = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
  const isKey = (text: unknown) => textToBytes(text, 32) !== null;
  expect(ends.filter((end) => isKey(last + end))).toHaveLength(16);
  expect(["", `${one.public}=`, ` ${last}`, `${last}+`, 7].map(isKey)).not.toContain(true);
  expect(keyOf("no key")).toBeNull();
});

test("a fingerprint has sixteen signs to compare, and no two keys the same", () => {
  const prints = [newKey(), newKey()].map((one) => fingerprint(one.public));
  expect(new Set(prints).size).toBe(2);
  expect(prints.every(isFingerprint)).toBe(true);
  expect(["", "ABCD", "ABCD-EFGH-JKMN", "ABCD-EFGH-JKMN-PQRI"].some(isFingerprint)).toBe(false);
});
