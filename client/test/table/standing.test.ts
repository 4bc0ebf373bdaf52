/** What the first page knows of a table that was left. */

import { expect, test } from "vitest";
import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import { gameView, snapshot, throwBy } from "../game/views";
import { stubPage } from "../page";

stubPage();
const { noteStanding, standingOf, waitingTable } = await import("../../src/table/standing");
const { keepTable } = await import("../../src/settings");

const seen = reduce(NO_TABLE, snapshot(gameView(throwBy(0))));

function sitting(state: TableState, ...kinds: ("person" | "bot")[]): TableState {
  const seats = kinds.map((kind, seat) => ({ ...state.seats[0], seat, kind, yours: seat === 0 }));
  return { ...state, seats: seats as TableState["seats"] };
}

test("people wait, computers do not", () => {
  expect(standingOf(sitting(seen, "person", "bot"))).toBe("bots");
  expect(standingOf(sitting(seen, "person", "bot", "person"))).toBe("people");
});

test("nobody is called back to a game that is over", () => {
  const over = { ...seen, info: seen.info && { ...seen.info, stage: "over" as const } };
  expect(standingOf(sitting(over, "person", "person"))).toBe("over");
});

test("the table where people wait comes before later ones, and none that is over", () => {
  expect(waitingTable()).toBeNull();
  for (const table of ["one", "two", "three"])
    keepTable({ table, tokens: ["t"], secret: "s", host: null });
  expect(waitingTable()).toEqual({ table: "three", standing: "bots" });
  noteStanding("one", "people");
  expect(waitingTable()).toEqual({ table: "one", standing: "people" });
  noteStanding("one", "over");
  noteStanding("three", "over");
  expect(waitingTable()).toEqual({ table: "two", standing: "bots" });
});
