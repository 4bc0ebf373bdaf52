/**
 * What this device keeps of one game: the ledger of its lines, its own chains and casts, and what
 * it found. Pure: every change gives a new memory. Knows no storage and no server.
 */

import { CHAIN_LINKS, linkOf } from "../fairness/chain";
import { markOf } from "../fairness/transcript";
import type { Aim } from "../protocol";
import { beginLedger, follow, MOVES } from "./audit";
import { Fault, type Wrong } from "./fault";
import { contributes, type Ledger } from "./ledger";
import type { Line, LineOf } from "./lines";
import { readLine } from "./lines";
import { type Liveness, SILENT_SECONDS } from "./liveness";

/** Links left at which a device offers its next chain. */
export const LOW = 8;

/** A cast that was sent, until its throw lies: it is sent again as it was signed. */
export interface KeptCast {
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
  /** The secrets of this device's chains, by their tips; those of a page before are forgotten. */
  readonly chains: Readonly<Record<string, string>>;
  /** Under which numbers this device took part, with the tips it had there. */
  readonly devices: readonly { readonly number: number; readonly tips: readonly string[] }[];
  /** Tips of chains that this device said are away. */
  readonly away: readonly string[];
  readonly casts: readonly KeptCast[];
  /** How often it was called away without its own word. */
  readonly calledAway: number;
  /** Throws for which its offer was not taken, though there was time. */
  readonly leftOut: number;
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
  /** Lines before this number were there when this connection began: how old they are, nobody here
   * can tell. */
  readonly since: number;
  /** Since when its chain could have been in the game: it was offered, or nothing hindered it. */
  readonly waits: number;
  /** Whether a game begins as it was agreed. */
  isAsAgreed(line: LineOf<"game">): boolean;
  /** The secret of a chain that was offered and not used yet; from then on it counts as used. */
  take(tip: string): string | null;
  /** Whether a chain stood in another game. */
  wasUsed(tip: string): boolean;
}

interface LinkDue {
  readonly throw: number;
  readonly attempt: number;
  readonly link: string;
  /** Of which chain it is which link. */
  readonly tip: string;
  readonly number: number;
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
    casts: [],
    calledAway: 0,
    leftOut: 0,
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
  const fresh = ledger.tips.slice(before?.tips.length ?? 0);
  if (fresh.some((tip) => hearer.wasUsed(tip))) throw new Fault("tip", "a chain of another game");
  const line = readLine(text) as Line;
  if (line.type === "game" && !hearer.isAsAgreed(line))
    throw new Fault("lineup", "not as it was agreed");
  const next = considered(memory, { ...memory, ledger }, line, hearer);
  if (MOVES.has(line.type)) hearer.line.heardMove();
  return next;
}

/** Whether a line was said on this connection: any other accuses nobody. */
function isNew(before: Memory, hearer: Hearer): boolean {
  return linesHeard(before) >= hearer.since;
}

/** What a line says about this device. */
function considered(before: Memory, memory: Memory, line: Line, hearer: Hearer): Memory {
  switch (line.type) {
    case "game":
      return withOwnDevice(before, memory, hearer, isNew(before, hearer));
    case "join":
      return withOwnDevice(before, memory, hearer, false);
    case "away":
      return calledAway(before, memory, line, hearer);
    case "bot":
      return replaced(before, memory, line, hearer);
    case "fixed":
      return fixed(before, memory, line.attempt, hearer);
    case "late":
      return calledLate(before, memory, line, hearer);
    case "land":
      return landed(before, memory);
    default:
      return memory;
  }
}

/** Whether the person at this device plays in this game. */
export function plays({ ledger, key }: Memory): boolean {
  return key !== null && (ledger?.players.some((one) => one.key === key && !one.left) ?? false);
}

/** The number of this device in the game; -1 if it takes no part. Whoever gave one of two seats
 * away goes on under another number: the one with the newest chain counts. */
function ownNumber({ ledger, chains }: Memory): number {
  if (!ledger) return -1;
  const ours = ledger.devices.filter((one) => one.seats.length > 0 && one.tip in chains);
  const tip = ledger.tips.findLast((one) => ours.some((device) => device.tip === one));
  return ledger.devices.findIndex((one) => one.tip === tip);
}

/** Devices that came since: one of them may be this one. Whoever joins signs with the key of the seat,
 * so another device there is the same person's; but a game must not begin with a chain that is not
 * this device's. */
function withOwnDevice(
  before: Memory,
  memory: Memory,
  hearer: Hearer,
  mustBeOurs: boolean,
): Memory {
  let next = memory;
  memory.ledger?.devices.forEach((device, number) => {
    if (before.ledger?.devices[number]?.tip === device.tip) return;
    const isOurs = memory.key !== null && device.key === memory.key;
    const secret = hearer.take(device.tip);
    if (isOurs ? mustBeOurs && secret === null : secret !== null)
      throw new Fault("tip", "a chain of this device and a seat of it, but not both");
    if (secret === null) return;
    next = withChain(next, number, device.tip, secret);
    hearer.line.settledOffer();
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
function fixed(before: Memory, memory: Memory, attempt: number, hearer: Hearer): Memory {
  const { line, now, waits } = hearer;
  line.heardFixed();
  if (attempt > 0 || isAsked(memory) || !plays(memory) || !isNew(before, hearer)) return memory;
  if (line.hadOffer)
    throw new Fault("left_out", "fixed without this device, though its offer was there");
  const tip = memory.ledger?.devices[ownNumber(memory)]?.tip ?? "";
  const went = memory.away.includes(tip) && !line.isOffering;
  return went || now < waits + SILENT_SECONDS ? memory : { ...memory, leftOut: memory.leftOut + 1 };
}

function calledLate(before: Memory, memory: Memory, line: LineOf<"late">, hearer: Hearer) {
  const isOurs = line.devices.includes(ownNumber(before));
  if (isOurs && isNew(before, hearer) && hearer.line.cannotBeLate(hearer.now))
    throw new Fault("late", "called late, though it was not");
  return memory;
}

function calledAway(before: Memory, memory: Memory, line: LineOf<"away">, hearer: Hearer) {
  const place = line.devices.indexOf(ownNumber(before));
  if (place < 0) return memory;
  const { tip = "" } = before.ledger?.devices[line.devices[place] ?? -1] ?? {};
  if (line.signs[place] && before.away.includes(tip)) return memory;
  if (isNew(before, hearer) && hearer.line.cannotBeSilent(hearer.now))
    throw new Fault("left_out", "called away, though it was heard");
  return { ...memory, calledAway: memory.calledAway + 1 };
}

/** Without a clock a bot plays on only for a person who is gone, or does not answer. */
function replaced(before: Memory, memory: Memory, line: LineOf<"bot">, hearer: Hearer) {
  const { ledger, key } = memory;
  const isOurs = key !== null && ledger?.players[line.player]?.key === key;
  const isWronged = isOurs && !line.for_good && isNew(before, hearer) && !ledger?.clock;
  if (isWronged && hearer.line.cannotBeGone(hearer.now))
    throw new Fault("replaced", "a bot plays for somebody who is there");
  return memory;
}

function landed(before: Memory, memory: Memory): Memory {
  const throws = memory.ledger?.throws ?? 0;
  return {
    ...memory,
    casts: memory.casts.filter((cast) => cast.throw >= throws),
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
  const { tip, asked } = device;
  const link = linkOf(secret, asked);
  return { throw: fixed.throw, attempt: fixed.attempt, link, tip, number: asked };
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
    casts: [],
    record,
  };
}
