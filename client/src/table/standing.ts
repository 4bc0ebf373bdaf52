/** How the tables of this device stood when they were last seen: what is played there and with whom, whose
 * turn it was, whether people wait, or all is over. */

import { useEffect } from "preact/hooks";
import { askedSeats, ownSeats, seatToAct, type TableState } from "../game/table";
import { useSession } from "../session";
import { isBoolean, isText, keptAt, keptTables, oneOf, remembered } from "../settings";
import { seatName } from "../speech/sentences";

const STANDINGS = ["people", "bots", "over"] as const;
export type Standing = (typeof STANDINGS)[number];
const isStanding = oneOf(STANDINGS);

export interface SeenTable {
  readonly table: string;
  readonly standing: Standing;
  readonly edition: string;
  /** Who else plays; everybody, where several share this device. */
  readonly names: readonly string[];
  /** Whether it was the turn of somebody at this device. */
  readonly yours: boolean;
  /** Whose turn it was; null before the game. */
  readonly whose: string | null;
}

function isSeen(value: unknown): value is SeenTable {
  const seen = (value ?? {}) as Partial<SeenTable>;
  return (
    isText(seen.table) &&
    isStanding(seen.standing) &&
    isText(seen.edition) &&
    Array.isArray(seen.names) &&
    seen.names.every(isText) &&
    isBoolean(seen.yours) &&
    (seen.whose === null || isText(seen.whose))
  );
}

function areSeen(value: unknown): value is readonly SeenTable[] {
  return Array.isArray(value) && value.every(isSeen);
}

const lastSeen = remembered<readonly SeenTable[]>("standings", [], areSeen);

function standingOf({ info, seats }: TableState): Standing {
  if (info?.stage === "over") return "over";
  const people = seats.filter((seat) => seat.kind === "person" && !seat.yours);
  return people.length ? "people" : "bots";
}

/** What is remembered of a table; null while dice fly, and nobody's turn it is. */
export function seenOf(state: TableState): SeenTable | null {
  const { code, info, game, seats } = state;
  if (code === null || !info || game?.awaited.kind === "flying") return null;
  const own = ownSeats(state);
  const others = seats.filter(({ seat }) => own.length > 1 || !own.includes(seat));
  const asked = seats[game ? (askedSeats(game)[0] ?? -1) : -1];
  return {
    table: code,
    standing: standingOf(state),
    edition: info.edition,
    names: others.filter((seat) => seat.kind !== "open").map(seatName),
    yours: seatToAct(state) !== null,
    whose: asked ? seatName(asked) : null,
  };
}

/** Notes how a table stands; what is not kept any more is forgotten. */
export function noteStanding(seen: SeenTable): void {
  lastSeen.change((all) => [
    ...all.filter(({ table }) => table !== seen.table && keptAt(table)),
    seen,
  ]);
}

/** Remembers it, for the first page. */
export function useStanding(): void {
  const { table } = useSession().page;
  const { code, info, game, seats } = table.value;
  useEffect(() => {
    const seen = seenOf(table.value);
    if (seen && keptAt(code)) noteStanding(seen);
  }, [code, info?.stage, game?.state, seats]);
}

/** A table that one may come back to, and what is known of it. */
export interface WaitingTable {
  readonly table: string;
  readonly seen: SeenTable | null;
}

/** The games that one may come back to: first where it is the turn of this device, then the others; people
 * before computers, the newest first. Of games against computers alone only the last: they miss nobody. */
export function waitingTables(): readonly WaitingTable[] {
  const seen = new Map(lastSeen.value.map((one) => [one.table, one]));
  const open = keptTables()
    .map(({ table }) => ({ table, seen: seen.get(table) ?? null }))
    .filter((one) => one.seen?.standing !== "over")
    .reverse();
  const last = open.find((one) => !hasPeople(one));
  return open.filter((one) => hasPeople(one) || one === last).sort((a, b) => rank(b) - rank(a));
}

export function hasPeople({ seen }: WaitingTable): boolean {
  return seen?.standing === "people";
}

function rank(one: WaitingTable): number {
  return (one.seen?.yours ? 2 : 0) + (hasPeople(one) ? 1 : 0);
}
