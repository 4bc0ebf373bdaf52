/** An honest server for the tests: it writes the lines of a game, and takes the devices' links. */

import { linkOf } from "../../src/fairness/chain";
import { addLine, NO_LINES } from "../../src/fairness/transcript";

export const SERVER = "11".repeat(32);
export const OURS = "22".repeat(32);
export const THEIRS = "33".repeat(32);
export const OTHER = "44".repeat(32);
export const PHYSICS = "physics-2 mujoco-4.0.0 x86_64";
export const IDEAL = "ideal-1 strike=0.3 loss=0.02";
export const AIM = { x: 0.01, y: 0, side: 1, speed: 1.1, height: 0.1, spin: 14 };

export function tipOf(secret: string): string {
  return linkOf(secret, 0);
}

export interface Hand {
  readonly player: number;
  readonly unit: string;
  readonly aim: Readonly<Record<string, number>>;
  readonly by?: string;
}

export function hand(player: number, more: Partial<Hand> = {}): Hand {
  return { player, unit: "1", aim: AIM, ...more };
}

interface Device {
  secret: string;
  seats: number[];
  asked: number;
  late: boolean;
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

/** Two players on seats 0 and 2 of a table; device 0 has the first, device 1 the second. */
export class Server {
  readonly lines: string[] = [];
  throws = 0;
  attempt = 0;
  asked = 0;
  secret = SERVER;
  readonly devices: Device[];

  constructor(secrets: readonly string[] = [OURS, THEIRS]) {
    const seats = [0, 2];
    this.devices = secrets.map((secret, n) => ({
      secret,
      seats: [seats[n] ?? 0],
      asked: 0,
      late: false,
    }));
    this.add({
      type: "game",
      table: "t",
      game: "g",
      number: 1,
      seats,
      dice: PHYSICS,
      server: tipOf(SERVER),
      devices: this.devices.map((one) => ({ seats: one.seats, tip: tipOf(one.secret) })),
    });
  }

  add(line: object): string {
    const text = JSON.stringify(line);
    this.lines.push(text);
    return text;
  }

  get active(): number[] {
    return this.devices.flatMap((one, n) => (one.late || !one.seats.length ? [] : [n]));
  }

  fix(hands: readonly Hand[] = [hand(0)], more: object = {}): string {
    const devices = this.active;
    this.asked++;
    for (const n of devices) (this.devices[n] as Device).asked++;
    const told = hands.map((one) => ({ type: "hand", ...one }));
    const line = { type: "fixed", throw: this.throws, attempt: this.attempt, hands: told, devices };
    return this.add({ ...line, ...more });
  }

  late(...devices: number[]): string {
    const text = this.add({ type: "late", throw: this.throws, attempt: this.attempt, devices });
    for (const n of devices) (this.devices[n] as Device).late = true;
    this.attempt++;
    return text;
  }

  join(device: number, seats: number[], secret: string): string {
    for (const one of this.devices) one.seats = one.seats.filter((seat) => !seats.includes(seat));
    this.devices[device] = { secret, seats, asked: 0, late: false };
    return this.add({ type: "join", device, seats, tip: tipOf(secret) });
  }

  /** The server goes on with another chain. */
  renew(secret: string): void {
    this.add({ type: "renewed", tip: tipOf(secret) });
    this.secret = secret;
    this.asked = 0;
  }

  get links(): { server: string; devices: string[] } {
    const shown = this.active.map((n) => this.devices[n] as Device);
    return {
      server: linkOf(this.secret, this.asked),
      devices: shown.map((one) => linkOf(one.secret, one.asked)),
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
  stack(): string {
    const text = this.add({
      type: "answered",
      player: 0,
      move: "stack 4",
      dice: [1],
      by: "table",
      links: this.links,
    });
    this.attempt++;
    return text;
  }

  throw(...hands: Hand[]): void {
    this.fix(hands.length ? hands : [hand(0)]);
    this.land();
  }
}
