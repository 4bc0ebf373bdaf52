/** An honest server for the tests: it writes the lines of a game, and takes what devices show and
 * sign. Two players on seats 0 and 2 of a table; device 0 has the first, device 1 the second. */

import { bytesToText } from "../../src/fairness/bytes";
import { linkOf } from "../../src/fairness/chain";
import { type Key, keyOf, signed } from "../../src/fairness/keys";
import {
  answerMessage,
  awayMessage,
  castMessage,
  joinMessage,
  leaveMessage,
  showMessage,
} from "../../src/fairness/signed";
import { addLine, NO_LINES } from "../../src/fairness/transcript";
import { aimNumbers } from "../../src/proof/aim";
import { DICE } from "../../src/protocol";

export const SERVER = "11".repeat(32);
export const OURS = "22".repeat(32);
export const THEIRS = "33".repeat(32);
export const OTHER = "44".repeat(32);
export const NATIVE = `${DICE.native}x86_64`;
export const AIM = { x: 0.01, y: 0, side: 1, speed: 1.1, height: 0.1, spin: 14 };

export function keyFrom(byte: number): Key {
  return keyOf(bytesToText(new Uint8Array(32).fill(byte))) as Key;
}

export const OUR_KEY = keyFrom(1);
export const THEIR_KEY = keyFrom(2);
export const STRANGER = keyFrom(3);

export function tipOf(secret: string): string {
  return linkOf(secret, 0);
}

export interface Cast {
  readonly player: number;
  readonly unit: string;
  readonly aim: Readonly<Record<string, number>>;
  readonly by?: string;
  readonly sign?: string;
}

export function cast(player: number, more: Partial<Cast> = {}): Cast {
  return { player, unit: "1", aim: AIM, ...more };
}

interface Device {
  secret: string;
  seats: number[];
  asked: number;
  here: boolean;
}

function noted(text: string): string {
  const [, kind, value] = /^\{"type":"(\w+)",?(.*)$/.exec(text) ?? [];
  return `  @ ${kind} {${value}`;
}

/** A record of these lines as the server writes it, moves and events left out. */
export function recordOf(lines: readonly string[], result = "A", begun = ""): string {
  const [first = "", ...rest] = lines;
  return [
    "kessel record 1",
    `note mark ${(begun || addLine(NO_LINES, first)).slice(0, 32)} 00000000 00000000`,
    "",
    "1 A throw 1: 4",
    ...rest.map(noted),
    `  @ mark ${lines.reduce(addLine, NO_LINES).slice(0, 32)} 00000000`,
    `result ${result}`,
    "",
  ].join("\n");
}

const SEATS = [0, 2];
const MOVES = new Set(["land", "answered", "column"]);

export class Server {
  readonly lines: string[] = [];
  throws = 0;
  attempt = 0;
  asked = 0;
  secret = SERVER;
  readonly devices: Device[];
  readonly keys: readonly (Key | null)[];

  constructor(
    secrets: readonly string[] = [OURS, THEIRS],
    more: object = {},
    keys: readonly (Key | null)[] = [OUR_KEY, THEIR_KEY],
  ) {
    this.keys = keys;
    this.devices = secrets.map((secret, n) => ({
      secret,
      seats: [SEATS[n] ?? 0],
      asked: 0,
      here: true,
    }));
    this.add({
      type: "game",
      table: "t",
      game: "g",
      number: 1,
      edition: "strike-2020",
      options: {},
      players: ["Ann", "Ben"].map((name, n) => this.#player(name, n)),
      first: 0,
      dice: DICE.portable,
      server: tipOf(SERVER),
      devices: this.devices.map((one) => ({ seats: one.seats, tip: tipOf(one.secret) })),
      ...more,
    });
  }

  #player(name: string, n: number): object {
    const key = this.keys[n]?.public;
    return { seat: SEATS[n], name, ...(key && { key }) };
  }

  digest = NO_LINES;
  begun = "";
  mark = "";

  add(line: object): string {
    const text = JSON.stringify(line);
    this.lines.push(text);
    this.digest = addLine(this.digest, text);
    this.begun ||= this.digest;
    if (!this.mark || MOVES.has((line as { type: string }).type)) this.mark = this.digest;
    return text;
  }

  keyAt(seats: readonly number[]): Key | null {
    return this.keys[SEATS.indexOf(seats[0] ?? 0)] ?? null;
  }

  get active(): number[] {
    return this.devices.flatMap((one, n) => (one.here && one.seats.length ? [n] : []));
  }

  #signedHand(one: Cast): object {
    const key = this.keys[one.player];
    const told = { type: "cast", ...one };
    if (one.by || one.sign || !key) return told;
    const { player, unit, aim } = one;
    const message = castMessage(this.mark, this.throws, player, unit, aimNumbers(aim));
    return { ...told, sign: signed(key, message) };
  }

  fix(casts: readonly Cast[] = [cast(0)], more: object = {}): string {
    const devices = this.active;
    this.asked++;
    for (const n of devices) (this.devices[n] as Device).asked++;
    const told = casts.map((one) => this.#signedHand(one));
    const line = { type: "fixed", throw: this.throws, attempt: this.attempt, casts: told, devices };
    return this.add({ ...line, ...more });
  }

  late(...devices: number[]): string {
    const text = this.add({ type: "late", throw: this.throws, attempt: this.attempt, devices });
    for (const n of devices) (this.devices[n] as Device).here = false;
    this.attempt++;
    return text;
  }

  /** A device is away; by its own word unless a sign is given. */
  away(device: number, sign?: string): string {
    const one = this.devices[device] as Device;
    const key = this.keyAt(one.seats);
    one.here = false;
    const own = key ? signed(key, awayMessage(tipOf(one.secret))) : "";
    return this.add({ type: "away", devices: [device], signs: [sign ?? own] });
  }

  join(device: number, seats: number[], secret: string, more: object = {}): string {
    const key = this.keyAt(seats);
    const sign = key && signed(key, joinMessage(this.begun, tipOf(secret)));
    for (const one of this.devices) one.seats = one.seats.filter((seat) => !seats.includes(seat));
    this.devices[device] = { secret, seats, asked: 0, here: true };
    const line = { type: "join", device, seats, tip: tipOf(secret), ...(sign && { sign }) };
    return this.add({ ...line, ...more });
  }

  /** A bot plays on; for good if the player signs it. */
  bot(player: number, forGood = false): string {
    const key = this.keys[player] as Key;
    const sign = signed(key, leaveMessage(this.begun, player));
    return this.add({ type: "bot", player, ...(forGood && { for_good: true, sign }) });
  }

  answer(player: number, move: string, more: object = {}): string {
    const key = this.keys[player] as Key;
    const sign = signed(key, answerMessage(this.mark, player, move, []));
    return this.add({ type: "answered", player, move, sign, ...more });
  }

  /** The server goes on with another chain. */
  renew(secret: string): void {
    this.add({ type: "renewed", tip: tipOf(secret) });
    this.secret = secret;
    this.asked = 0;
  }

  get links(): { server: string; devices: string[]; signs: string[] } {
    const shown = this.active.map((n) => this.devices[n] as Device);
    const devices = shown.map((one) => linkOf(one.secret, one.asked));
    return {
      server: linkOf(this.secret, this.asked),
      devices,
      signs: shown.map((one, n) => {
        const key = this.keyAt(one.seats);
        return key ? signed(key, showMessage(this.digest, devices[n] ?? "")) : "";
      }),
    };
  }

  land(more: object = {}): string {
    const line = { type: "land", throw: this.throws, at_rest: [], out: [], cocked: 0 };
    const text = this.add({ ...line, links: this.links, ...more });
    this.throws++;
    this.attempt = 0;
    return text;
  }

  /** A tower that chance builds. */
  stack(more: object = {}): string {
    const line = { type: "answered", player: 0, move: "stack 4", dice: [1], by: "table" };
    const text = this.add({ ...line, links: this.links, ...more });
    this.attempt++;
    return text;
  }

  throw(...casts: Cast[]): void {
    this.fix(casts.length ? casts : [cast(0)]);
    this.land();
  }
}
