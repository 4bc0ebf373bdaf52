/** How the tables of this device stood when they were last seen: whether people wait there, or all is over. */

import { useEffect } from "preact/hooks";
import type { TableState } from "../game/table";
import { useSession } from "../session";
import { isText, keptAt, keptTables, oneOf, remembered } from "../settings";

const STANDINGS = ["people", "bots", "over"] as const;
export type Standing = (typeof STANDINGS)[number];
const isStanding = oneOf(STANDINGS);

type Seen = readonly (readonly [table: string, standing: Standing])[];

function areSeen(value: unknown): value is Seen {
  return (
    Array.isArray(value) &&
    value.every((one) => Array.isArray(one) && isText(one[0]) && isStanding(one[1]))
  );
}

const lastSeen = remembered<Seen>("standings", [], areSeen);

export function standingOf({ info, seats }: TableState): Standing {
  if (info?.stage === "over") return "over";
  const people = seats.filter((seat) => seat.kind === "person" && !seat.yours);
  return people.length ? "people" : "bots";
}

/** Notes how a table stands; what is not kept any more is forgotten. */
export function noteStanding(table: string, standing: Standing): void {
  const others = lastSeen.value.filter(([one]) => one !== table && keptAt(one));
  lastSeen.value = [...others, [table, standing]];
}

/** Remembers it, for the first page. */
export function useStanding(): void {
  const { table } = useSession().page;
  const { code, info } = table.value;
  const standing = standingOf(table.value);
  useEffect(() => {
    if (info && code !== null && keptAt(code)) noteStanding(code, standing);
  }, [code, info === null, standing]);
}

/** The game that one may come back to: where people wait, else the last one; null if there is none. */
export function waitingTable(): { table: string; standing: Standing } | null {
  const seen = new Map(lastSeen.value);
  const open = keptTables()
    .map(({ table }) => ({ table, standing: seen.get(table) ?? ("bots" as const) }))
    .filter(({ standing }) => standing !== "over");
  return open.findLast(({ standing }) => standing === "people") ?? open.at(-1) ?? null;
}
