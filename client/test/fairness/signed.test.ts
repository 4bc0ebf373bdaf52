/** What devices sign, byte for byte as Python has it. */

import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { bytesToText } from "../../src/fairness/bytes";
import { fingerprint, isSignedBy, type Key, keyOf, signed } from "../../src/fairness/keys";
import {
  agreeMessage,
  answerMessage,
  awayMessage,
  castMessage,
  joinMessage,
  leaveMessage,
  pushMessage,
  showMessage,
} from "../../src/fairness/signed";
import { known, type SignedAnswer } from "./known";

const mark = known.digest;
const key = keyOf(bytesToText(hexToBytes(known.key.secret))) as Key;
const push = known.signed.find((one) => one.what === "push")?.given;
const pushed = ([die, x, y]: [number, number, number]) => ({ die, x, y });

const MESSAGES: Readonly<Record<string, (given: SignedAnswer["given"]) => Uint8Array>> = {
  cast: (one) => castMessage(mark, one.throw, one.player, one.unit, one.aim),
  answer: ({ player, move, dice }) => answerMessage(mark, player, move, dice),
  push: ({ player, dice }) => pushMessage(mark, player, dice.map(pushed)),
  agree: ({ player }) =>
    agreeMessage(pushMessage(mark, push.player, push.dice.map(pushed)), player),
  show: ({ link }) => showMessage(mark, link),
  join: ({ tip }) => joinMessage(mark, tip),
  away: ({ tip }) => awayMessage(tip),
  leave: ({ player }) => leaveMessage(mark, player),
};

test.each(known.signed)("$what", ({ what, given, bytes, sign }) => {
  const message = MESSAGES[what]?.(given) ?? new Uint8Array();
  expect(bytesToHex(message)).toBe(bytes);
  expect(isSignedBy(key.public, message, sign)).toBe(true);
  expect(signed(key, message)).toBe(sign);
});

test("the known key", () => {
  expect(key.public).toBe(known.key.public);
  expect(fingerprint(key.public)).toBe(known.key.fingerprint);
});
