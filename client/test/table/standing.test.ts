/** What the first page knows of the tables that were left. */

import { beforeEach, expect, test } from "vitest";
import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import type { Session } from "../../src/session";
import type { SeenTable } from "../../src/table/standing";
import { gameView, overWith, seatView, snapshot, throwBy } from "../game/views";
import { storage, stubPage } from "../page";

stubPage();
const { isMissed, lookAt, noteStanding, seenAgain, seenOf, waitingTables } = await import(
  "../../src/table/standing"
);
const { RequestError } = await import("../../src/net/connection");
const { forgetTable, keepTable, keptTables } = await import("../../src/settings");

beforeEach(() => {
  for (const { table } of keptTables()) forgetTable(table);
});

function at(game: ReturnType<typeof gameView> | null, ...kinds: ("person" | "bot")[]): TableState {
  const seats = kinds.map((kind, seat) => seatView(seat, { kind, yours: seat === 0 }));
  return reduce(NO_TABLE, snapshot(game, { seats }));
}

function keep(...tables: string[]): void {
  for (const table of tables) keepTable({ table, tokens: ["t"], secret: "s", host: null });
}

function seen(table: string, more: Partial<SeenTable> = {}): SeenTable {
  const about = { edition: "impact", names: ["Ben"], yours: false, whose: "Ben" };
  return { table, standing: "bots", ...about, ...more };
}

const NOW = 1_000_000;

const order = () => waitingTables().map(({ table }) => table);

test("a table is remembered with its box, with whom one plays, and whose turn it is", () => {
  const mine = seenOf(at(gameView(throwBy(0)), "person", "bot"), NOW);
  expect(mine).toMatchObject({ standing: "bots", edition: "strike-2020", yours: true });
  const theirs = seenOf(at(gameView(throwBy(1)), "person", "person"), NOW);
  expect(theirs).toMatchObject({ standing: "people", yours: false });
  expect(theirs?.whose).toContain("P1");
  expect(theirs?.names.join()).toContain("P1");
  expect(theirs?.names).toHaveLength(1);
});

test("nobody's turn it is before the game, and while dice fly nothing is noted", () => {
  expect(seenOf(at(null, "person", "person"), NOW)).toMatchObject({ yours: false, whose: null });
  expect(seenOf(at(gameView({ kind: "flying" }), "person", "bot"), NOW)).toBeNull();
  expect(seenOf(NO_TABLE, NOW)).toBeNull();
});

test("nobody is called back to a game that is over", () => {
  const over = at(gameView(overWith([0])), "person", "person");
  const ended = { ...over, info: over.info && { ...over.info, stage: "over" as const } };
  expect(seenOf(ended, NOW)?.standing).toBe("over");
  keep("one", "two");
  noteStanding(seen("one", { standing: "over" }));
  expect(order()).toEqual(["two"]);
});

test("one's turn comes first, then people; of games against computers only the last is shown", () => {
  expect(order()).toEqual([]);
  keep("old", "ann", "ben", "cy", "new");
  expect(order()).toEqual(["new"]);
  noteStanding(seen("ann", { standing: "people" }));
  noteStanding(seen("ben", { standing: "people", yours: true }));
  noteStanding(seen("cy", { standing: "people" }));
  expect(order()).toEqual(["ben", "cy", "ann", "new"]);
  noteStanding(seen("new", { yours: true }));
  expect(order()).toEqual(["ben", "new", "cy", "ann"]);
  forgetTable("ben");
  expect(order()).toEqual(["new", "cy", "ann"]);
});

test("what another tab noted of its table stays", () => {
  keep("here");
  noteStanding(seen("here"));
  const others = [{ table: "there", tokens: ["t"], secret: "s", host: null }];
  storage.set("kessel.tables", JSON.stringify([...keptTables(), ...others]));
  keep("third");
  expect(keptTables().map(({ table }) => table)).toEqual(["here", "there", "third"]);
  storage.set("kessel.standings", JSON.stringify([seen("there", { standing: "people" })]));
  noteStanding(seen("third"));
  expect(order()).toEqual(["there", "third"]);
});

test("where a turn has days it is remembered until when, and one is missed only in one's own", () => {
  const theirs = at(
    gameView(throwBy(1), { deadline: { left_ms: 500, total_ms: 900 } }),
    "person",
    "person",
  );
  expect(seenOf(theirs, NOW)).not.toHaveProperty("until");
  const days = { ...theirs, info: theirs.info && { ...theirs.info, clock: "day" as const } };
  expect(seenOf(days, NOW)).toMatchObject({ standing: "people", until: NOW + 500 });
  expect(seenOf({ ...days, game: null }, NOW)).toMatchObject({ until: null });
  const missed = (more: Partial<SeenTable>) =>
    isMissed({ table: "a", seen: seen("a", { standing: "people", ...more }) });
  expect(missed({})).toBe(true);
  expect(missed({ until: 5 })).toBe(false);
  expect(missed({ until: 5, yours: true })).toBe(true);
});

test("what the hall tells of such a table takes the place of what was seen", () => {
  const before = seen("days", { standing: "people", until: 7, names: [] });
  const stands = {
    type: "standing",
    table: "days",
    edition: "impact",
    stage: "playing",
    names: ["Ann", "Ben", ""],
    awaited: [0],
    yours: [0],
    left_ms: 60,
  } as const;
  const told = (more: object) =>
    seenAgain(before, { ...stands, ...more } as unknown as Parameters<typeof seenAgain>[1], NOW);
  expect(told({})).toMatchObject({ yours: true, until: NOW + 60, ended: false });
  expect(told({}).names.join()).toMatch(/^\P{L}?Ben\P{L}?$/u);
  expect(told({ awaited: [1] })).toMatchObject({ yours: false });
  expect(told({ awaited: [1] }).whose).toContain("Ben");
  expect(told({ stage: "over", awaited: [], left_ms: null })).toMatchObject({
    yours: false,
    whose: null,
    until: null,
    ended: true,
  });
});

test("a table that the server has deleted leaves the first page; one that it cannot read now stays", async () => {
  keep("gone", "busy", "there");
  noteStanding(seen("there", { standing: "people" }));
  const request = async ({ table }: { table: string }) => {
    if (table === "there") return { type: "standing" };
    throw new RequestError(table === "gone" ? "no_table" : "too_fast", "no");
  };
  const session = { line: { request } } as unknown as Session;
  for (const table of ["gone", "busy", "there"]) await lookAt(session, { table, seen: null });
  expect(keptTables().map(({ table }) => table)).toEqual(["busy", "there"]);
});
