/**
 * What this device keeps of one game: the ledger of its lines, its own chains and hands, and what
 * it found. Pure: every change gives a new memory. Knows no storage and no server.
 */

import { CHAIN_LINKS, linkOf } from "../fairness/chain";
import { markOf } from "../fairness/transcript";
import type { Aim } from "../protocol";
import { beginLedger, follow } from "./audit";
import { Fault, type Wrong } from "./fault";
import { contributes, type Ledger } from "./ledger";
import { type AwayLine, type GameLine, type LateLine, type Line, readLine } from "./lines";
import type { Liveness } from "./liveness";

/** Links left at which a device offers its next chain. */
export const LOW = 8;

/** A hand that was sent, until its throw lies: it is sent again as it was signed. */
export interface KeptHand {
  readonly seat: number;
  /** The state of the game that it answers. */
  readonly state: number;
  readonly throw: number;
  readonly unit: string;
  readonly aim: Aim;
  readonly sign: string;
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
  /** The public key of this device at this table; null for watchers. */
  readonly key: string | null;
  readonly ledger: Ledger | null;
  /** The secrets of this device's chains, by their tips. */
  readonly chains: Readonly<Record<string, string>>;
  /** Under which numbers this device took part, with the tips it had there. */
  readonly devices: readonly { readonly number: number; readonly tips: readonly string[] }[];
  /** Tips of chains that this device said are away. */
  readonly away: readonly string[];
  readonly hands: readonly KeptHand[];
  /** How often this device was called late. */
  readonly late: number;
  /** How often it was called away without its own word. */
  readonly unheard: number;
  /** Throws without a link of this device, though its person plays. */
  readonly without: number;
  /** Throws whose dice were thrown again on this device. */
  readonly rethrown: number;
  readonly findings: readonly Finding[];
  /** Whether the record of the finished game is the game seen here; null until it is compared. */
  readonly record: boolean | null;
}

/** Who this device is while it hears a line. */
export interface Hearer {
  readonly now: number;
  readonly line: Liveness;
  /** Whether a game begins as it was agreed. */
  isAsAgreed(line: GameLine): boolean;
  /** The secret of a chain that was offered and not used yet; from then on it counts as used. */
  take(tip: string): string | null;
  /** Whether a chain of this device stood in another game. */
  wasUsed(tip: string): boolean;
}

export interface LinkDue {
  readonly throw: number;
  readonly attempt: number;
  readonly link: string;
}

export function freshMemory(code: string, game: string, key: string | null): Memory {
  return {
    code,
    game,
    key,
    ledger: null,
    chains: {},
    devices: [],
    away: [],
    hands: [],
    late: 0,
    unheard: 0,
    without: 0,
    rethrown: 0,
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
  const line = readLine(text) as Line;
  const next = { ...memory, ledger };
  switch (line.type) {
    case "game":
      if (!hearer.isAsAgreed(line)) throw new Fault("lineup", "not as it was agreed");
      return withOwnDevice(memory, next, hearer);
    case "join":
      return withOwnDevice(memory, next, hearer);
    case "away":
      return calledAway(memory, next, line, hearer);
    case "fixed":
      return fixed(next, line.attempt, hearer);
    case "late":
      return calledLate(memory, next, line, hearer);
    case "land":
      return landed(memory, next);
    default:
      return next;
  }
}

/** Whether the person at this device plays in this game. */
export function plays({ ledger, key }: Memory): boolean {
  return key !== null && (ledger?.players.some((one) => one.key === key && !one.left) ?? false);
}

/** The number of this device in the game; -1 if it takes no part. Whoever gave one of two seats
 * away goes on under another number: the one with the newest chain counts. */
export function ownNumber({ ledger, chains }: Memory): number {
  if (!ledger) return -1;
  const ours = ledger.devices.filter((one) => one.seats.length > 0 && one.tip in chains);
  const tip = ledger.tips.findLast((one) => ours.some((device) => device.tip === one));
  return ledger.devices.findIndex((one) => one.tip === tip);
}

/** Devices that came since: one of them may be this one. Whatever chain another device shows for its
 * seats, only its own key can sign the links; but its own chain cannot come from another game. */
function withOwnDevice(before: Memory, memory: Memory, hearer: Hearer): Memory {
  let next = memory;
  memory.ledger?.devices.forEach((device, number) => {
    if (before.ledger?.devices[number]?.tip === device.tip) return;
    if (hearer.wasUsed(device.tip)) throw new Fault("tip", "a chain of ours from another game");
    const secret = hearer.take(device.tip);
    if (secret !== null) next = withChain(next, number, device.tip, secret);
    if (secret !== null) hearer.line.settledOffer();
  });
  return next;
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

/** Whether what is fixed asks a device of this person for a link: this one, or another one to which
 * they moved, which has the same key. */
function isAsked({ ledger, key }: Memory): boolean {
  const asked = ledger?.fixed?.devices ?? [];
  return key !== null && asked.some((number) => ledger?.devices[number]?.key === key);
}

/** A throw that is fixed without a device whose offer had arrived leaves it out. */
function fixed(memory: Memory, attempt: number, { line }: Hearer): Memory {
  line.heardFixed();
  if (attempt === 0 && !isAsked(memory) && plays(memory) && line.hadOffer)
    throw new Fault("left_out", "fixed without this device, though its offer was there");
  return memory;
}

function calledLate(before: Memory, memory: Memory, line: LateLine, hearer: Hearer): Memory {
  if (!line.devices.includes(ownNumber(before))) return memory;
  if (hearer.line.cannotBeLate(hearer.now))
    throw new Fault("late", "called late, though it was not");
  return { ...memory, late: memory.late + 1 };
}

function calledAway(before: Memory, memory: Memory, line: AwayLine, hearer: Hearer): Memory {
  const place = line.devices.indexOf(ownNumber(before));
  if (place < 0 || line.signs[place]) return memory;
  const { tip = "" } = before.ledger?.devices[line.devices[place] ?? -1] ?? {};
  if (before.away.includes(tip)) return memory; // its word came on another way, or too late
  if (hearer.line.cannotBeSilent(hearer.now))
    throw new Fault("left_out", "called away, though it was heard");
  return { ...memory, unheard: memory.unheard + 1 };
}

function landed(before: Memory, memory: Memory): Memory {
  const throws = memory.ledger?.throws ?? 0;
  return {
    ...memory,
    hands: memory.hands.filter((hand) => hand.throw >= throws),
    without: memory.without + (plays(memory) && !isAsked(before) ? 1 : 0),
  };
}

/** The link that is asked of this device now; null if none is, or if something is wrong. */
export function linkDue(memory: Memory): LinkDue | null {
  const fixed = memory.ledger?.fixed;
  const number = ownNumber(memory);
  const device = memory.ledger?.devices[number];
  const secret = device && memory.chains[device.tip];
  if (!fixed?.devices.includes(number) || !device || !secret || memory.findings.length) return null;
  return { throw: fixed.throw, attempt: fixed.attempt, link: linkOf(secret, device.asked) };
}

/** The chain with which this device takes part now; null if it takes none. */
export function ownTip(memory: Memory): string | null {
  const device = memory.ledger?.devices[ownNumber(memory)];
  return device && contributes(device) ? device.tip : null;
}

/** Whether a chain should be offered: this device takes no part, or is nearly used up. */
export function needsChain(memory: Memory): boolean {
  const tip = ownTip(memory);
  const asked = memory.ledger?.devices[ownNumber(memory)]?.asked ?? 0;
  return plays(memory) && (!tip || memory.away.includes(tip) || asked >= CHAIN_LINKS - LOW);
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
    record,
  };
}
