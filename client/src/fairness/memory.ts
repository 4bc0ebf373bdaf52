/**
 * What this device keeps of one game: the ledger of its lines, its own chains and hands, and what
 * it found. Pure: every change gives a new memory. Knows no storage and no server.
 */

import type { Aim } from "../protocol";
import { CHAIN_LINKS, linkOf } from "./chain";
import { beginLedger, Fault, follow, type Ledger, type Wrong } from "./ledger";
import { type AimValues, type FixedLine, readLine } from "./lines";
import { markOf } from "./transcript";

/** Links left at which a device offers its next chain. */
export const LOW = 8;
const SIDES_CLOSE = 1e-9;
/** Throws in a row without a device that offers a chain, before it says so. */
const LEFT_OUT = 3;
/** What a hand can do; the table clamps an aim to it (`kessel.throws.aim`). */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  x: [-0.15, 0.15],
  y: [-0.15, 0.15],
  side: [-Math.PI, Math.PI],
  speed: [0, 4],
  height: [0.075, 0.25],
  spin: [0, 80],
};

/** A hand that was sent, until its throw lies. */
export interface KeptHand {
  readonly seat: number;
  /** The state of the game that it answers. */
  readonly state: number;
  readonly throw: number;
  readonly unit: string;
  readonly aim: Aim;
}

/** Something wrong, in the throw with this number (from 0). */
export interface Finding {
  readonly wrong: Wrong;
  readonly throw: number;
}

export interface Memory {
  /** The table's code, by which one comes back to it. */
  readonly code: string;
  readonly game: string;
  readonly ledger: Ledger | null;
  /** The secrets of this device's chains, by their tips. */
  readonly chains: Readonly<Record<string, string>>;
  /** Under which numbers this device took part, with the tips it had there. */
  readonly devices: readonly { readonly number: number; readonly tips: readonly string[] }[];
  readonly hands: readonly KeptHand[];
  /** Throws and attempts for which a link was shown, as "throw.attempt". */
  readonly shown: readonly string[];
  /** How often this device was late. */
  readonly late: number;
  /** Throws in which it was called late although it had answered. */
  readonly answered: readonly number[];
  /** Throws without a link of this device, though it holds a seat. */
  readonly without: number;
  /** How many of them since it last took part, though it offered a chain. */
  readonly ignored: number;
  /** How many of them after it had taken part, and while its person thought to be there. */
  readonly missed: number;
  /** The throw from which another chain answered for its seat meanwhile. */
  readonly replaced: number | null;
  /** Whether its person went away, or on another device: then others may play on without it. */
  readonly away: boolean;
  readonly findings: readonly Finding[];
  /** Whether the record of the finished game is the game seen here; null until it is compared. */
  readonly record: boolean | null;
}

/** Who this device is while it hears a line. */
export interface Hearer {
  /** The seats it holds. */
  readonly seats: readonly number[];
  /** Lines before this number were written while it was away: others may have had its seats. */
  readonly since: number;
  /** The throw that was under way when it came: its hand may be from another device. */
  readonly cameIn: number | null;
  /** Whether it offers a chain that was not taken yet. */
  readonly offers: boolean;
  /** The secret of a chain that was offered and not used yet; from then on it counts as used. */
  take(tip: string): string | null;
}

export interface ShownLink {
  readonly throw: number;
  readonly attempt: number;
  readonly link: string;
}

export function freshMemory(code: string, game: string): Memory {
  return {
    code,
    game,
    ledger: null,
    chains: {},
    devices: [],
    hands: [],
    shown: [],
    late: 0,
    answered: [],
    without: 0,
    ignored: 0,
    missed: 0,
    replaced: null,
    away: false,
    findings: [],
    record: null,
  };
}

/** The number of the next line. */
export function linesHeard(memory: Memory): number {
  return memory.ledger?.lines ?? 0;
}

export function found(memory: Memory, wrong: Wrong, at = memory.ledger?.throws ?? 0): Memory {
  const isKnown = memory.findings.some((one) => one.wrong === wrong && one.throw === at);
  // Once anything is wrong, the server's digest has to be another one.
  const follows = wrong === "digest" && memory.findings.length > 0;
  return isKnown || follows
    ? memory
    : { ...memory, findings: [...memory.findings, { wrong, throw: at }] };
}

/** The memory with a line that was told; one that leaves a gap is not heard. */
export function hear(memory: Memory, number: number, text: string, hearer: Hearer): Memory {
  const heard = linesHeard(memory);
  if (number > heard) return memory;
  if (number < heard) return heardAgain(memory, number, text);
  if (memory.record !== null) return goesOn(memory);
  try {
    return heardNew(memory, text, hearer);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return found(memory, error.wrong);
  }
}

/** A line that is told again must be the same. */
function heardAgain(memory: Memory, number: number, text: string): Memory {
  const mark = memory.ledger?.marks[number];
  if (mark === undefined || mark === markOf(text)) return memory;
  const line = readLine(text);
  return found(memory, "fixed", line?.type === "fixed" ? line.throw : undefined);
}

function heardNew(memory: Memory, text: string, hearer: Hearer): Memory {
  const before = memory.ledger;
  const ledger = before ? follow(before, text) : beginLedger(text);
  if (ledger.game !== memory.game) throw new Fault("order", "the line is of another game");
  const next = { ...memory, ledger, away: memory.away && !isBack(memory, hearer) };
  const line = readLine(text);
  switch (line?.type) {
    case "game":
    case "join":
      return withOwnDevice(memory, next, hearer);
    case "fixed":
      return checkedHands(next, line, hearer, isLive(memory, hearer));
    case "late":
      return line.devices.includes(ownNumber(memory))
        ? toldLate(next, line.throw, line.attempt)
        : next;
    case "land":
      return landed(memory, next, hearer);
    default:
      return next;
  }
}

/** Whether it can take part again: not yet in the throw that was under way when it came. */
function isBack(before: Memory, { seats, cameIn }: Hearer): boolean {
  return seats.length > 0 && (before.ledger?.throws ?? 0) > (cameIn ?? -1);
}

/** The number of this device in the game; -1 where it takes no part. Whoever gave one of two seats
 * away goes on under another number: the one with the newest chain counts. */
export function ownNumber({ ledger, chains }: Memory): number {
  if (!ledger) return -1;
  const ours = ledger.devices.filter((one) => one.seats.length > 0 && one.tip in chains);
  const tip = ledger.tips.findLast((one) => ours.some((device) => device.tip === one));
  return ledger.devices.findIndex((one) => one.tip === tip);
}

/** Devices that came since: one of them may be this one, and none may have its seats but itself,
 * nor its number. */
function withOwnDevice(before: Memory, memory: Memory, hearer: Hearer): Memory {
  const own = hearer.seats.length > 0 ? ownNumber(before) : -1; // who watches gave their seats away
  let next = memory;
  memory.ledger?.devices.forEach((device, number) => {
    if (before.ledger?.devices[number]?.chain === device.chain) return;
    const secret = hearer.take(device.tip);
    if (secret !== null) next = withChain(next, number, device.tip, secret);
    else if (isLive(before, hearer) && (holdsOne(device.seats, hearer.seats) || number === own))
      next = found(next, "tip");
    else if (own >= 0 && !next.away && holdsOne(device.seats, seatsOf(before, own)))
      next = { ...next, replaced: next.replaced ?? before.ledger?.throws ?? 0 };
  });
  return next;
}

function seatsOf({ ledger }: Memory, device: number): readonly number[] {
  return ledger?.devices[device]?.seats ?? [];
}

/** Whether the line after these was written while this device was there. */
function isLive(before: Memory, { since, cameIn }: Hearer): boolean {
  const isLater = cameIn !== null && (before.ledger?.throws ?? 0) > cameIn;
  return isLater || linesHeard(before) >= since;
}

function holdsOne(some: readonly number[], others: readonly number[]): boolean {
  return some.some((seat) => others.includes(seat));
}

function withChain(memory: Memory, number: number, tip: string, secret: string): Memory {
  const known = memory.devices.find((one) => one.number === number);
  const device = { number, tips: [...(known?.tips ?? []), tip] };
  return {
    ...memory,
    chains: { ...memory.chains, [tip]: secret },
    devices: [...memory.devices.filter((one) => one !== known), device],
  };
}

/** A person's hand of an own seat must be the one that was sent from here. */
function checkedHands(memory: Memory, line: FixedLine, hearer: Hearer, live: boolean): Memory {
  const { ledger } = memory;
  let next = memory;
  for (const hand of line.hands) {
    const seat = ledger?.seats[hand.player] ?? -1;
    const sent = memory.hands.find((one) => one.seat === seat && one.throw === line.throw);
    if ((hand.by ?? "person") !== "person") continue;
    const mustBeKnown = live && hearer.seats.includes(seat) && line.throw !== hearer.cameIn;
    if (sent ? sent.unit !== hand.unit || !isSameAim({ ...sent.aim }, hand.aim) : mustBeKnown)
      next = found(next, "hand", line.throw);
  }
  return next;
}

function isSameAim(sent: AimValues, kept: AimValues): boolean {
  return Object.entries(RANGES).every(([name, [low, high]]) => {
    const value = sent[name] ?? 0;
    const got = kept[name] ?? 0;
    if (name === "side" && Math.abs(value) > high) return isSameSide(value, got);
    return got === Math.min(Math.max(value, low), high);
  });
}

/** Turned by whole circles it is the same side. */
function isSameSide(one: number, other: number): boolean {
  const turn = Math.abs(one - other) / (2 * Math.PI);
  return Math.abs(turn - Math.round(turn)) < SIDES_CLOSE;
}

function toldLate(memory: Memory, number: number, attempt: number): Memory {
  const wronged = memory.shown.includes(`${number}.${attempt}`);
  const answered = wronged ? [...memory.answered, number] : memory.answered;
  return { ...memory, late: memory.late + 1, answered };
}

function landed(before: Memory, memory: Memory, hearer: Hearer): Memory {
  const took = before.ledger?.fixed?.devices.includes(ownNumber(before)) ?? false;
  const throws = memory.ledger?.throws ?? 0;
  const isLeft = hearer.seats.length > 0 && !took;
  const missed = isLeft && memory.devices.length > 0 && !memory.away;
  return {
    ...memory,
    hands: memory.hands.filter((hand) => hand.throw >= throws),
    shown: [],
    without: memory.without + (isLeft ? 1 : 0),
    missed: memory.missed + (missed ? 1 : 0),
    ignored: took ? 0 : memory.ignored + (isIgnored(before, hearer) ? 1 : 0),
  };
}

/** Whether the server could have taken the chain that this device offers for its seats. */
function isIgnored(before: Memory, hearer: Hearer): boolean {
  const plays = holdsOne(hearer.seats, before.ledger?.seats ?? []);
  return hearer.offers && plays && isLive(before, hearer);
}

/** The link that is asked of this device now; null where none is, or where something is wrong. */
export function linkToShow(memory: Memory): ShownLink | null {
  const fixed = memory.ledger?.fixed;
  const number = ownNumber(memory);
  const device = memory.ledger?.devices[number];
  const secret = device && memory.chains[device.tip];
  if (!fixed?.devices.includes(number) || !device || !secret || memory.findings.length) return null;
  return { throw: fixed.throw, attempt: fixed.attempt, link: linkOf(secret, device.asked) };
}

export function withShown(memory: Memory, link: ShownLink): Memory {
  const key = `${link.throw}.${link.attempt}`;
  return memory.shown.includes(key) ? memory : { ...memory, shown: [...memory.shown, key] };
}

/** Whether the server does not let this device take part. */
export function isLeftOut(memory: Memory): boolean {
  return memory.ignored >= LEFT_OUT;
}

/** Whether the game went on without this device in a way that its person should look at: another
 * chain has its seat, or most throws since it came were made without it. A phone that was locked for
 * some throws is no reason. */
export function wasPassedOver(memory: Memory): boolean {
  const { missed, without, replaced } = memory;
  const took = (memory.ledger?.throws ?? 0) - without;
  return isLeftOut(memory) || replaced !== null || (missed >= LEFT_OUT && missed > took);
}

/** Whether a chain should be offered: this device takes no part, is late, or is nearly used up. */
export function needsChain(memory: Memory): boolean {
  const device = memory.ledger?.devices[ownNumber(memory)];
  return !device || device.late || device.asked >= CHAIN_LINKS - LOW;
}

/** A game that goes on after its record was closed: the record is not that of the whole game. */
export function goesOn(memory: Memory): Memory {
  return { ...found(memory, "record"), record: false };
}

/** The game is over and compared with its record: secrets and marks are of no use any more. */
export function closed(memory: Memory, record: boolean): Memory {
  const { ledger } = memory;
  return {
    ...memory,
    ledger: ledger && { ...ledger, marks: [] },
    chains: {},
    hands: [],
    shown: [],
    record,
  };
}
