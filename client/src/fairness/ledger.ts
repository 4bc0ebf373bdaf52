/**
 * A game's proof as anybody can follow it, line by line: the chains of server and devices, what is
 * fixed, what was late. Pure; knows no storage, and not which device is this one.
 */

import { CHAIN_LINKS, type ShownChain, show } from "./chain";
import type { LaidDie } from "./dice";
import { isHonest, isSameKind, standsIn } from "./kinds";
import type { FixedLine, GameLine, JoinLine, LateLine, Line, LinksLine } from "./lines";
import { readLine } from "./lines";
import { throwSeed } from "./seed";
import { addLine, markOf, NO_LINES } from "./transcript";

/** What can be wrong; each has a sentence that names the throw. */
export type Wrong =
  | "server"
  | "device"
  | "order"
  | "fixed"
  | "hand"
  | "tip"
  | "missing"
  | "digest"
  | "dice"
  | "loaded"
  | "record";

/** A line that cannot be true. */
export class Fault extends Error {
  readonly wrong: Wrong;

  constructor(wrong: Wrong, what: string) {
    super(what);
    this.wrong = wrong;
  }
}

/** A device that holds seats: its chain, and how often a link of it was asked for. */
export interface ShownDevice {
  readonly seats: readonly number[];
  readonly tip: string;
  readonly chain: ShownChain;
  readonly asked: number;
  readonly late: boolean;
}

export interface Ledger {
  readonly table: string;
  readonly game: string;
  /** The table's seat of each player. */
  readonly seats: readonly number[];
  /** What throws. */
  readonly dice: string;
  readonly lines: number;
  readonly digest: string;
  /** The digest after the first line. */
  readonly begun: string;
  /** By which every line is known again. */
  readonly marks: readonly string[];
  readonly server: ShownChain;
  /** How often a link of the server's chain was called for. */
  readonly asked: number;
  readonly devices: readonly ShownDevice[];
  /** Every tip published in this game: none may come twice, for its links are known by then. */
  readonly tips: readonly string[];
  /** The number of the next throw: as many lie already, and each was checked. */
  readonly throws: number;
  readonly attempt: number;
  /** The throw whose links are being shown; the last line is its own. */
  readonly fixed: FixedLine | null;
  /** The hands of a throw that is fixed again: they must stay. */
  readonly hands: string | null;
  /** The chance of the newest throw. */
  readonly seed: string | null;
  /** Where its dice came to rest, while nothing else has moved them. */
  readonly atRest: readonly LaidDie[] | null;
  /** How often the device of a seat was late. */
  readonly late: Readonly<Record<number, number>>;
  /** Throws for which no device showed a link. */
  readonly unwitnessed: number;
}

/** The ledger with the first line of a game. */
export function beginLedger(text: string): Ledger {
  const line = readLine(text);
  if (line?.type !== "game") throw new Fault("order", "the transcript does not begin with a game");
  if (!isHonest(line.dice)) throw new Fault("loaded", "dice with chances of their own");
  const devices = (line.devices ?? []).map((one) => freshDevice(one.seats, one.tip));
  const seats = devices.flatMap((device) => device.seats);
  if (new Set(seats).size < seats.length) throw new Fault("tip", "two devices hold one seat");
  const tips = [line.server, ...devices.map((device) => device.tip)];
  if (new Set(tips).size < tips.length) throw new Fault("tip", "two chains have one tip");
  return {
    ...blank(line),
    devices,
    tips,
    ...lineAdded({ lines: 0, marks: [], digest: NO_LINES }, text),
    begun: addLine(NO_LINES, text),
  };
}

function blank(line: GameLine) {
  return {
    table: line.table,
    game: line.game,
    seats: line.seats,
    dice: line.dice,
    server: { newest: line.server, number: 0 },
    asked: 0,
    throws: 0,
    attempt: 0,
    fixed: null,
    hands: null,
    seed: null,
    atRest: null,
    late: {},
    unwitnessed: 0,
  };
}

function lineAdded(
  { lines, marks, digest }: Pick<Ledger, "lines" | "marks" | "digest">,
  text: string,
) {
  return {
    lines: lines + 1,
    digest: addLine(digest, text),
    marks: [...marks, markOf(text)],
  };
}

/** The ledger with one more line; a line that cannot be true throws a `Fault`. */
export function follow(ledger: Ledger, text: string): Ledger {
  const line = readLine(text);
  if (line === null) throw new Fault("order", "a line that belongs to no game");
  return { ...proved(ledger, line), ...lineAdded(ledger, text) };
}

/** Which devices show a link for the next throw. */
export function contributing(ledger: Ledger): number[] {
  return ledger.devices.flatMap((device, number) =>
    device.seats.length > 0 && !device.late && device.asked < CHAIN_LINKS ? [number] : [],
  );
}

function proved(ledger: Ledger, line: Line): Ledger {
  switch (line.type) {
    case "land":
    case "tower":
      return shown(ledger, line);
    case "late":
      return late(ledger, line);
    default:
      // Once a throw is fixed nothing may come between its hands and its links.
      if (ledger.fixed)
        throw new Fault("order", "a line between the hands of a throw and its links");
  }
  switch (line.type) {
    case "game":
      throw new Fault("order", "a second game in one transcript");
    case "join":
      return joined(ledger, line);
    case "renewed":
      if (ledger.asked < CHAIN_LINKS) throw new Fault("server", "the server has links left");
      return { ...withTip(ledger, line.tip), server: { newest: line.tip, number: 0 }, asked: 0 };
    case "fixed":
      return fixed(ledger, line);
    case "move":
      if (ledger.hands !== null) throw new Fault("order", "a move while a throw is under way");
      return ledger;
  }
}

function freshDevice(seats: readonly number[], tip: string): ShownDevice {
  return { seats, tip, chain: { newest: tip, number: 0 }, asked: 0, late: false };
}

function withTip(ledger: Ledger, tip: string): Ledger {
  if (ledger.tips.includes(tip)) throw new Fault("tip", "a chain that was published before");
  return { ...ledger, tips: [...ledger.tips, tip] };
}

function joined(ledger: Ledger, line: JoinLine): Ledger {
  // Else a device could be dropped again and again, for as many tries of one throw.
  if (ledger.hands !== null) throw new Fault("order", "a device joins between two attempts");
  if (!line.seats.every((seat) => ledger.seats.includes(seat)))
    throw new Fault("order", "a device joins for a seat that does not play");
  // A known device may only go on with the seats it has: else one device could be written over by
  // another, and would take part no more without having been late.
  const known = ledger.devices[line.device];
  if (line.device > ledger.devices.length || !line.seats.length || (known && !holds(known, line)))
    throw new Fault("order", "a device joins under a number that is not its own");
  const devices: ShownDevice[] = ledger.devices.map((one) => ({
    ...one,
    seats: one.seats.filter((seat) => !line.seats.includes(seat)),
  }));
  devices[line.device] = freshDevice(line.seats, line.tip);
  return { ...withTip(ledger, line.tip), devices };
}

/** Whether a device has just the seats with which it joins. */
function holds({ seats }: ShownDevice, line: JoinLine): boolean {
  return seats.length === line.seats.length && seats.every((seat) => line.seats.includes(seat));
}

function fixed(ledger: Ledger, line: FixedLine): Ledger {
  if (line.throw !== ledger.throws || line.attempt !== ledger.attempt)
    throw new Fault("order", "not the next throw");
  const hands = JSON.stringify(line.hands);
  if (ledger.hands !== null && ledger.hands !== hands)
    throw new Fault("fixed", "fixed again with other hands");
  if (String(line.devices) !== String(contributing(ledger)))
    throw new Fault("order", "fixed with other devices than take part");
  if (ledger.asked >= CHAIN_LINKS) throw new Fault("server", "the server has no link left");
  if (line.dice && !isSameKind(ledger.dice, line.dice))
    throw new Fault("loaded", "fixed for other dice than those of the game");
  const devices = ledger.devices.map((one, number) =>
    line.devices.includes(number) ? { ...one, asked: one.asked + 1 } : one,
  );
  return { ...ledger, asked: ledger.asked + 1, devices, fixed: line, hands };
}

function late(ledger: Ledger, line: LateLine): Ledger {
  const waited = ledger.fixed;
  if (waited?.throw !== line.throw || waited.attempt !== line.attempt)
    throw new Fault("order", "late for a throw that is not waited for");
  if (!line.devices.length || !line.devices.every((number) => waited.devices.includes(number)))
    throw new Fault("order", "late, but not asked for a link");
  const counts: Record<number, number> = { ...ledger.late };
  for (const number of line.devices)
    for (const seat of ledger.devices[number]?.seats ?? []) counts[seat] = (counts[seat] ?? 0) + 1;
  const devices = ledger.devices.map((one, number) =>
    line.devices.includes(number) ? { ...one, late: true } : one,
  );
  return { ...ledger, devices, late: counts, fixed: null, attempt: ledger.attempt + 1 };
}

function shown(ledger: Ledger, line: LinksLine): Ledger {
  const { fixed: what, throws, attempt, table, digest } = ledger;
  const lands = line.type === "land";
  if (!what || (lands ? line.throw !== throws : what.hands.length > 0))
    throw new Fault("order", "links for something that was not fixed");
  if (line.links.devices.length !== what.devices.length)
    throw new Fault("device", "not as many links as devices");
  if (line.dice && !standsIn(ledger.dice, line.dice))
    throw new Fault("loaded", "thrown with other dice than those of the game");
  const server = show(ledger.server, line.links.server, ledger.asked);
  if (!server) throw new Fault("server", "a link that is not of the server's chain");
  const devices = [...ledger.devices];
  what.devices.forEach((number, place) => {
    const one = devices[number];
    const chain = one && show(one.chain, line.links.devices[place] ?? "", one.asked);
    if (!chain) throw new Fault("device", "a link that is not of the device's chain");
    devices[number] = { ...one, chain };
  });
  return {
    ...ledger,
    server,
    devices,
    fixed: null,
    hands: null,
    seed: throwSeed({ table, number: throws, attempt, digest }, line.links),
    atRest: lands ? line.atRest : null,
    throws: throws + (lands ? 1 : 0),
    attempt: lands ? 0 : attempt + 1,
    unwitnessed: ledger.unwitnessed + (lands && !what.devices.length ? 1 : 0),
  };
}
