/** Who plays in a game, as its lines have it: persons with their keys, bots, and persons for whom a
 * bot plays on. Pure; throws a `Fault` at whatever somebody cannot have done. */

import { isSignedBy } from "../fairness/keys";
import { Fault } from "./fault";
import type { ActedBy, LinePlayer } from "./lines";

export interface PlayerHere {
  readonly seat: number;
  readonly name: string;
  /** Null for a bot, and for a person whose device signs nothing. */
  readonly key: string | null;
  readonly isBot: boolean;
  /** Whether a bot plays on for the person, and whether for good. */
  readonly botPlays: boolean;
  readonly left: boolean;
}

export function playersOf(players: readonly LinePlayer[]): PlayerHere[] {
  const seats = players.map((one) => one.seat);
  if (new Set(seats).size < seats.length) throw new Fault("order", "two players on one seat");
  return players.map(({ seat, name, key = null, bot }) => {
    const isBot = bot !== undefined;
    return { seat, name, key, isBot, botPlays: isBot, left: false };
  });
}

export function playerAt(players: readonly PlayerHere[], number: number): PlayerHere {
  const player = players[number];
  if (!player) throw new Fault("order", "nobody plays under this number");
  return player;
}

/** The key that all these seats have; null if their persons sign nothing. */
export function keyOfSeats(
  players: readonly PlayerHere[],
  seats: readonly number[],
): string | null {
  const held = seats.map((seat) => players.find((one) => one.seat === seat));
  if (!held.length || held.some((one) => !one || one.isBot) || new Set(seats).size < seats.length)
    throw new Fault("order", "a device without a person of this game");
  if (new Set(held.map((one) => one?.key)).size > 1)
    throw new Fault("tip", "a device with the seats of two others");
  return held[0]?.key ?? null;
}

/** Who did something must have signed it: persons with their key, nobody else. */
export function checkActed(
  player: PlayerHere,
  by: ActedBy,
  message: () => Uint8Array,
  sign: string | undefined,
): void {
  if (by !== "table" && (by === "bot") !== player.botPlays)
    throw new Fault("order", "somebody acts for whom another one plays");
  checkSigned(by === "person" ? player.key : null, message, sign);
}

/** Whoever has a key signs with it, and nobody else signs. */
export function checkSigned(
  key: string | null,
  message: () => Uint8Array,
  sign: string | undefined,
): void {
  if (key === null ? sign : !sign || !isSignedBy(key, message(), sign))
    throw new Fault("sign", "signed by somebody else, or for something else");
}

/** The players with one of them changed. */
export function withPlayer(
  players: readonly PlayerHere[],
  number: number,
  change: Partial<PlayerHere>,
): PlayerHere[] {
  return players.map((one, n) => (n === number ? { ...one, ...change } : one));
}
