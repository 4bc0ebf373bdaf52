/** What is told about a game's proof: what was checked here, what is wrong, and what stays unproven,
 * each with whom it is about and how often. Pure. */

import { sealOf as signsOf } from "../fairness/transcript";
import { type DiceKind, kindOf } from "./kinds";
import type { Counts } from "./ledger";
import type { Finding, Memory } from "./memory";

/** Something that leaves a part of the game unproven; `seat` if it is about one. */
export interface Remark {
  readonly kind: "late" | "away" | "left_out" | "played_for" | "unsigned" | "native" | "stepped_in";
  readonly seat: number | null;
  readonly count: number;
}

export interface SealView {
  readonly game: string;
  readonly state: "good" | "late" | "bad";
  /** Throws whose links and signatures were checked here. */
  readonly throws: number;
  /** Of these, throws whose dice were thrown again here. */
  readonly rethrown: number;
  readonly dice: DiceKind | null;
  /** The chance of the newest one. */
  readonly seed: string | null;
  readonly remarks: readonly Remark[];
  /** Throws to which this device added no secret, and no device at all. */
  readonly without: number;
  readonly unwitnessed: number;
  readonly findings: readonly Finding[];
  /** The eight signs of all lines so far. */
  readonly signs: string;
  readonly record: boolean | null;
  /** Whether this browser keeps it over a reload. */
  readonly kept: boolean;
}

export function sealView(memory: Memory, kept: boolean): SealView | null {
  const { ledger, findings } = memory;
  if (!ledger && !findings.length) return null;
  const remarks = remarksOf(memory);
  return {
    game: memory.game,
    state: findings.length ? "bad" : remarks.length || memory.without ? "late" : "good",
    throws: ledger?.throws ?? 0,
    rethrown: memory.rethrown,
    dice: ledger && kindOf(ledger.dice),
    seed: ledger?.seed ?? null,
    remarks,
    without: memory.without,
    unwitnessed: ledger?.unwitnessed ?? 0,
    findings,
    signs: ledger ? signsOf(ledger.digest) : "",
    record: memory.record,
    kept,
  };
}

/** Late devices and players who sign nothing matter to everybody; being away, or played for, to the
 * person at this device. */
function remarksOf({ ledger, key, calledAway, leftOut, rethrown }: Memory): Remark[] {
  if (!ledger) return [];
  const own = ledger.players.flatMap((one) => (key !== null && one.key === key ? one.seat : []));
  const [first = null] = own;
  const unsigned = ledger.players.filter((one) => !one.isBot && one.key === null);
  return [
    ...bySeat("late", ledger.late),
    ...remark("away", calledAway, first),
    ...remark("left_out", leftOut, first),
    ...bySeat("played_for", ledger.playedFor).filter(({ seat }) => own.some((one) => one === seat)),
    ...unsigned.flatMap(({ seat }) => remark("unsigned", 1, seat)),
    ...remark("native", kindOf(ledger.dice) === "native" ? 1 : 0),
    ...remark("stepped_in", rethrown ? 0 : ledger.steppedIn),
  ];
}

function bySeat(kind: Remark["kind"], counts: Counts): Remark[] {
  return Object.entries(counts).flatMap(([seat, count]) => remark(kind, count, Number(seat)));
}

/** Nothing where it did not happen. */
function remark(kind: Remark["kind"], count: number, seat: number | null = null): Remark[] {
  return count > 0 ? [{ kind, seat, count }] : [];
}
