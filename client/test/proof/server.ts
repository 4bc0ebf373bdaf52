/** A server for the tests: it writes the lines of a game as far as a device reads them, unsigned. Two
 * players on seats 0 and 2 of a table; device 0 has the first, device 1 the second. */

import { bytesToText } from "../../src/fairness/bytes";
import { linkOf } from "../../src/fairness/chain";
import { type Key, keyOf } from "../../src/fairness/keys";
import { addLine, NO_LINES } from "../../src/fairness/transcript";

const SEATS = [0, 2];
const MOVES = new Set(["land", "answered", "column"]);
export const THEIRS = "33".repeat(32);
export const OTHER = "44".repeat(32);
export const AIM = { x: 0.01, y: 0, side: 1, speed: 1.1, height: 0.1, spin: 14 };
export const OUR_KEY = keyFrom(1);
export const THEIR_KEY = keyFrom(2);

function keyFrom(byte: number): Key {
  return keyOf(bytesToText(new Uint8Array(32).fill(byte))) as Key;
}

export function tipOf(secret: string): string {
  return linkOf(secret, 0);
}

export class Server {
  readonly lines: string[] = [];
  throws = 0;
  digest = NO_LINES;
  begun = "";
  mark = "";
  #attempt = 0;
  /** Seats of the devices that are here. */
  readonly #here = new Map<number, readonly number[]>();

  constructor(secrets: readonly string[], game = "g", ours: Key | null = OUR_KEY) {
    const players = [ours, THEIR_KEY].map((key, n) => ({ seat: SEATS[n], key: key?.public }));
    const devices = secrets.map((secret, n) => {
      this.#here.set(n, [SEATS[n] ?? 0]);
      return { seats: [SEATS[n]], tip: tipOf(secret) };
    });
    this.add({ type: "game", game, players, devices });
  }

  add(line: { readonly type: string; readonly [more: string]: unknown }): void {
    const text = JSON.stringify(line);
    this.lines.push(text);
    this.digest = addLine(this.digest, text);
    this.begun ||= this.digest;
    if (!this.mark || MOVES.has(line.type)) this.mark = this.digest;
  }

  /** Somebody's throw of this unit. */
  fix(unit = "1"): void {
    const devices = [...this.#here.keys()].sort();
    this.add({ type: "fixed", throw: this.throws, attempt: this.#attempt, unit, devices });
  }

  late(device: number): void {
    this.add({ type: "late", devices: [device] });
    this.#here.delete(device);
    this.#attempt++;
  }

  away(device: number): void {
    this.add({ type: "away", devices: [device] });
    this.#here.delete(device);
  }

  /** A device joins with the chain of this secret; its seats leave every other device. */
  join(device: number, seats: readonly number[], secret: string): void {
    for (const [n, held] of this.#here)
      if (held.every((seat) => seats.includes(seat))) this.#here.delete(n);
    this.#here.set(device, seats);
    this.add({ type: "join", device, seats, tip: tipOf(secret) });
  }

  land(): void {
    this.add({ type: "land" });
    this.throws++;
    this.#attempt = 0;
  }

  throw(): void {
    this.fix();
    this.land();
  }
}
