/** What the first page knows of the tables that were left. */

import { beforeEach, expect, test } from "vitest";
import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import type { SeenTable } from "../../src/table/standing";
import { gameView, overWith, seatView, snapshot, throwBy } from "../game/views";
import { storage, stubPage } from "../page";

stubPage();
const { noteStanding, seenOf, waitingTables } = await import("../../src/table/standing");
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

const order = () => waitingTables().map(({ table }) => table);

test("a table is remembered with its box, with whom one plays, and whose turn it is", () => {
  const mine = seenOf(at(gameView(throwBy(0)), "person", "bot"));
  expect(mine).toMatchObject({ standing: "bots", edition: "strike-2020", yours: true });
  const theirs = seenOf(at(gameView(throwBy(1)), "person", "person"));
  expect(theirs).toMatchObject({ standing: "people", yours: false });
  expect(theirs?.whose).toContain("P1");
  expect(theirs?.names.join()).toContain("P1");
  expect(theirs?.names).toHaveLength(1);
});

test("nobody's turn it is before the game, and while dice fly nothing is noted", () => {
  expect(seenOf(at(null, "person", "person"))).toMatchObject({ yours: false, whose: null });
  expect(seenOf(at(gameView({ kind: "flying" }), "person", "bot"))).toBeNull();
  expect(seenOf(NO_TABLE)).toBeNull();
});

test("nobody is called back to a game that is over", () => {
  const over = at(gameView(overWith([0])), "person", "person");
  const ended = { ...over, info: over.info && { ...over.info, stage: "over" as const } };
  expect(seenOf(ended)?.standing).toBe("over");
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
