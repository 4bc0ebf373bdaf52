/** What is remembered: kept once, readable by others, and forgotten at a word. */

import { beforeEach, expect, test, vi } from "vitest";
import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import { type Tally, tallies, tallyAmong } from "../../src/memory/shared";
import { LEVELS } from "../../src/protocol";
import { gameView, overWith, seatView, snapshot } from "../game/views";
import { openPage, storage, stubPage } from "../page";

// What is remembered is kept once, can be read by others, and can be forgotten.

stubPage();
const { session } = await openPage();
const { page } = session;
const { table } = page;
vi.stubGlobal("navigator", {});
const {
  days,
  exported,
  forget,
  forgetTally,
  games,
  isForgotten,
  keep,
  ladder,
  keepDay,
  remembering,
  sharedGames,
  VERSION,
  watchGames,
} = await import("../../src/memory/shelf");

function over(game: string, yours = false): TableState {
  const seats = [seatView(0), seatView(1, { yours })];
  return reduce({ ...NO_TABLE, code: "t" }, snapshot(gameView(overWith([0]), { game }), { seats }));
}

beforeEach(() => {
  forget();
  remembering.value = true;
});

test("a game is kept once, and survives the page", () => {
  keep(over("a"), 1);
  keep(over("a"), 2);
  keep(over("b"), 3);
  expect(games.value.map((game) => [game.game, game.when])).toEqual([
    ["a", 1],
    ["b", 3],
  ]);
  expect(JSON.parse(storage.get("kessel.memory.games") ?? "").kept).toHaveLength(2);
});

test("who does not want it is not remembered, and what was is forgotten at a word", () => {
  keep(over("a"), 1);
  remembering.value = false;
  keep(over("b"), 2);
  expect(games.value).toHaveLength(1);
  expect(isForgotten()).toBe(false);
  forget();
  expect(isForgotten()).toBe(true);
  expect(JSON.parse(storage.get("kessel.memory.games") ?? "").kept).toEqual([]);
});

test("a game of two people here is kept apart, exported, and forgotten as well", () => {
  keep(over("a", true), 1);
  keep(over("a", true), 2);
  expect(games.value).toEqual([]);
  expect(sharedGames.value.map((game) => game.game)).toEqual(["a"]);
  expect(JSON.parse(exported())).toMatchObject({ games: [], shared: [{ game: "a" }] });
  forget();
  expect(sharedGames.value).toEqual([]);
});

test("one tally can be forgotten without the others", () => {
  keep(over("a", true), 1);
  const [game] = sharedGames.value;
  const people = [{ name: "Oma", won: true, place: 1 }];
  sharedGames.value = [
    ...sharedGames.value,
    { ...game, game: "b", people } as typeof game & object,
  ];
  expect(tallies(sharedGames.value)).toHaveLength(2);
  forgetTally(tallyAmong(sharedGames.value, ["Oma"]) as Tally);
  expect(sharedGames.value.map((one) => one.game)).toEqual(["a"]);
});

test("the screen of a party keeps how it stands, and no games of its own", () => {
  const seats = [seatView(0, { yours: false }), seatView(1, { yours: false })];
  const shown = snapshot(gameView(overWith([0]), { game: "a" }), { seats });
  const state = reduce({ ...NO_TABLE, code: "t" }, shown);
  keep(state, 1);
  expect(isForgotten()).toBe(true);
  keep(state, 1, true);
  expect(games.value).toEqual([]);
  expect(sharedGames.value).toHaveLength(1);
});

test("a game against the next one of the ladder counts once", () => {
  const seats = [seatView(0), seatView(1, { kind: "bot", level: LEVELS[0], yours: false })];
  const shown = snapshot(gameView(overWith([0]), { game: "a" }), { seats });
  const state = reduce({ ...NO_TABLE, code: "t" }, shown);
  keep(state, 1);
  keep(state, 2);
  expect(ladder.value).toEqual({ beaten: 0, won: 1, lost: 0 });
});

test("the list stays bounded", () => {
  games.value = Array.from({ length: 1000 }, (_, i) => {
    keep(over("seed"), 0);
    return { ...(games.value[0] as (typeof games.value)[number]), game: `old${i}` };
  });
  keep(over("new"), 1);
  expect(games.value).toHaveLength(1000);
  expect(games.value.at(-1)?.game).toBe("new");
  expect(games.value[0]?.game).toBe("old1");
});

test("throws of the day are kept without games, one a day, bounded, exported, and forgotten", () => {
  remembering.value = false;
  const aim = { x: 0, y: 0, side: 0, speed: 1, height: 0.1, spin: 1 };
  const thrown = { date: "2026-11-17", edition: "impact", aim, dice: ["taken", "left"] as const };
  days.value = Array.from({ length: 732 }, (_, i) => ({ ...thrown, date: `${1000 + i}-01-01` }));
  keepDay(thrown);
  keepDay({ ...thrown, dice: ["taken", "taken"] });
  expect(days.value).toHaveLength(732);
  expect(days.value[0]?.date).toBe("1001-01-01");
  expect(days.value.at(-1)).toEqual(thrown);
  expect(JSON.parse(exported()).days.at(-1)).toEqual(thrown);
  forget();
  expect(days.value).toEqual([]);
});

test("games that end at the table are remembered by themselves, but no lesson; another tab's as well", () => {
  const listeners: ((event: { key: string; newValue: string | null }) => void)[] = [];
  watchGames(
    {
      addEventListener: (_name: string, listener: (typeof listeners)[number]) =>
        listeners.push(listener),
    } as unknown as Window,
    page,
  );
  session.rehearseWith(() => true);
  table.value = over("lesson");
  session.rehearseWith(null);
  table.value = over("c");
  expect(games.value.map((game) => game.game)).toEqual(["c"]);
  const kept = [...games.value, { ...games.value[0], game: "d" }];
  const other = JSON.stringify({ version: VERSION, kept });
  const told = (newValue: string) => {
    storage.set("kessel.memory.games", newValue);
    for (const tell of listeners) tell({ key: "kessel.memory.games", newValue });
  };
  told(other);
  expect(games.value.map((game) => game.game)).toEqual(["c", "d"]);
  const wrong = [[1], { version: VERSION, kept: [1] }, { version: 0, kept: [] }];
  for (const one of wrong) told(JSON.stringify(one));
  for (const tell of listeners) tell({ key: "kessel.sound", newValue: "[]" });
  expect(games.value).toHaveLength(2);
});
