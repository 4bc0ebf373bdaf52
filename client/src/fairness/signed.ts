/**
 * What devices sign: the bytes of a cast, a decision, a push, a consent, a link, and of coming and
 * going. `mark` is the transcript's digest after the newest move (or the first line), `begun` that
 * after the first line.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { PushedDie } from "../protocol";
import { counted, doubles, unsigned } from "./bytes";

function headed(head: string, ...parts: Uint8Array[]): Uint8Array {
  return concatBytes(utf8ToBytes(`kessel ${head} 1\n`), ...parts);
}

/** A cast: the aim as x, y, side, speed, height, spin. */
export function castMessage(
  mark: string,
  number: number,
  player: number,
  unit: string,
  aim: readonly number[],
): Uint8Array {
  return headed(
    "cast",
    hexToBytes(mark),
    unsigned(number, 4),
    unsigned(player, 1),
    counted(unit, 1),
    doubles(aim),
  );
}

export function answerMessage(
  mark: string,
  player: number,
  move: string,
  dice: readonly number[],
): Uint8Array {
  return headed(
    "answer",
    hexToBytes(mark),
    unsigned(player, 1),
    counted(move, 2),
    unsigned(dice.length, 1),
    ...dice.map((die) => unsigned(die, 4)),
  );
}

export function pushMessage(mark: string, player: number, dice: readonly PushedDie[]): Uint8Array {
  return headed(
    "push",
    hexToBytes(mark),
    unsigned(player, 1),
    unsigned(dice.length, 1),
    ...dice.flatMap(({ die, x, y }) => [unsigned(die, 4), doubles([x, y])]),
  );
}

/** That somebody agrees to a push. */
export function agreeMessage(push: Uint8Array, player: number): Uint8Array {
  return headed("agree", sha256(push), unsigned(player, 1));
}

/** A link, and the game it is shown for: `digest` is that after its `fixed` line. */
export function showMessage(digest: string, link: string): Uint8Array {
  return headed("show", hexToBytes(digest), hexToBytes(link));
}

/** A fresh chain in a running game. */
export function joinMessage(begun: string, tip: string): Uint8Array {
  return headed("join", hexToBytes(begun), hexToBytes(tip));
}

/** The chain with this tip shows no more links. */
export function awayMessage(tip: string): Uint8Array {
  return headed("away", hexToBytes(tip));
}

/** The seat is given up for good. */
export function leaveMessage(begun: string, player: number): Uint8Array {
  return headed("leave", hexToBytes(begun), unsigned(player, 1));
}
