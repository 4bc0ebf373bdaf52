/** How the tables of this device stood when they were last seen: what is played there and with whom, whose
 * turn it was, whether people wait, or all is over. */

import { useEffect } from "preact/hooks";
import { askedSeats, ownSeats, seatToAct, type TableState } from "../game/table";
import { hall } from "../hall/hall";
import { RequestError } from "../net/connection";
import type { TableStanding } from "../protocol";
import { type Session, useSession } from "../session";
import { DAY_CLOCKS, forgetTable, keptAt, keptTables, remembered } from "../settings";
import { isBoolean, isText, oneOf } from "../shapes";
import { isolated, seatName } from "../speech/sentences";

/** Others are asked about only where they are likely to be shown. */
const MOST_ASKED = 5;

const STANDINGS = ["people", "bots", "over"] as const;
type Kind = (typeof STANDINGS)[number];
const isStanding = oneOf(STANDINGS);
const hasDays = oneOf(DAY_CLOCKS);

export interface SeenTable {
  readonly table: string;
  readonly standing: Kind;
  readonly edition: string;
  /** Who else plays; everybody, where several share this device. */
  readonly names: readonly string[];
  /** Whether it was the turn of somebody at this device. */
  readonly yours: boolean;
  /** Whose turn it was; null before the game. */
  readonly whose: string | null;
  /** Where a turn has days: until when it runs, ms since 1970; null while nobody has one. */
  readonly until?: number | null;
  /** Whether the game ended while nobody at this device looked. */
  readonly ended?: boolean;
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
    (seen.whose === null || isText(seen.whose)) &&
    (seen.until === undefined || seen.until === null || Number.isFinite(seen.until)) &&
    (seen.ended === undefined || isBoolean(seen.ended))
  );
}

function areSeen(value: unknown): value is readonly SeenTable[] {
  return Array.isArray(value) && value.every(isSeen);
}

const lastSeen = remembered<readonly SeenTable[]>("standings", [], areSeen);

function standingOf({ info, seats }: TableState): Kind {
  if (info?.stage === "over") return "over";
  const people = seats.filter((seat) => seat.kind === "person" && !seat.yours);
  return people.length ? "people" : "bots";
}

/** What is remembered of a table now, ms since 1970; null while dice fly, and nobody's turn it is. */
export function seenOf(state: TableState, now: number): SeenTable | null {
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
    ...(hasDays(info.clock) ? { until: game?.deadline ? now + game.deadline.left_ms : null } : {}),
  };
}

/** The same after the hall was asked how it stands. */
export function seenAgain(seen: SeenTable, stands: TableStanding, now: number): SeenTable {
  const { stage, names, awaited, yours, left_ms } = stands;
  const others = names.filter((name, seat) => name && (yours.length > 1 || !yours.includes(seat)));
  const whose = names[awaited[0] ?? -1];
  return {
    ...seen,
    names: others.map(isolated),
    yours: awaited.some((seat) => yours.includes(seat)),
    whose: whose ? isolated(whose) : null,
    until: left_ms === null ? null : now + left_ms,
    ended: stage === "over",
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
    const seen = seenOf(table.value, Date.now());
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

function hasPeople({ seen }: WaitingTable): boolean {
  return seen?.standing === "people";
}

/** Whether people wait for somebody at this device; where a turn has days, only if it is theirs. */
export function isMissed(one: WaitingTable): boolean {
  return hasPeople(one) && (one.seen?.until === undefined || one.seen.yours);
}

/** Asks how they stand, and wakes none: where a turn has days, the game goes on without this device. */
export function useFreshStandings(): void {
  const session = useSession();
  const isOpen = session.line.state.value === "open";
  useEffect(() => {
    if (!isOpen || hall.value.kind !== "server") return;
    waitingTables().forEach((one, i) => {
      if (one.seen?.until !== undefined || i < MOST_ASKED) void lookAt(session, one);
    });
  }, [isOpen]);
}

/** How a table stands now; one that the server has deleted is forgotten here, too. */
export async function lookAt({ line }: Session, { table, seen }: WaitingTable): Promise<void> {
  const tokens = [...(keptAt(table)?.tokens ?? [])];
  try {
    const stands = await line.request({ type: "standing", table, tokens });
    if (stands.type === "standing" && seen?.until !== undefined)
      noteStanding(seenAgain(seen, stands, Date.now()));
  } catch (error) {
    if (error instanceof RequestError && error.code === "no_table") forgetTable(table);
  }
}

function rank(one: WaitingTable): number {
  return (one.seen?.yours ? 2 : 0) + (hasPeople(one) ? 1 : 0);
}
