/** What is remembered is kept once, can be read by others, and can be forgotten. */

import { beforeEach, expect, test, vi } from "vitest";
import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import { gameView, overWith, seatView, snapshot } from "../game/views";
import { openPage, storage, stubPage } from "../page";

stubPage();
const { session } = await openPage();
const { page } = session;
const { table } = page;
vi.stubGlobal("navigator", {});
const { exported, forget, games, keep, remembering, sharedGames, watchGames } = await import(
  "../../src/memory/shelf"
);

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
  expect(JSON.parse(storage.get("kessel.memory") ?? "")).toHaveLength(2);
});

test("who does not want it is not remembered, and what was is forgotten at a word", () => {
  keep(over("a"), 1);
  remembering.value = false;
  keep(over("b"), 2);
  expect(games.value).toHaveLength(1);
  forget();
  expect(storage.get("kessel.memory")).toBe("[]");
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

test("others can read what is exported", () => {
  keep(over("a"), 1);
  expect(JSON.parse(exported())).toMatchObject({ version: 1, games: [{ game: "a" }] });
});

test("games that end at the table are remembered by themselves; another tab's as well", () => {
  const listeners: ((event: { key: string; newValue: string | null }) => void)[] = [];
  watchGames(
    {
      addEventListener: (_name: string, listener: (typeof listeners)[number]) =>
        listeners.push(listener),
    } as unknown as Window,
    page,
  );
  table.value = over("c");
  expect(games.value.map((game) => game.game)).toEqual(["c"]);
  const other = JSON.stringify([...games.value, { ...games.value[0], game: "d" }]);
  for (const tell of listeners) tell({ key: "kessel.memory", newValue: other });
  expect(games.value.map((game) => game.game)).toEqual(["c", "d"]);
  for (const tell of listeners) tell({ key: "kessel.memory", newValue: "[1]" });
  for (const tell of listeners) tell({ key: "kessel.sound", newValue: "[]" });
  expect(games.value).toHaveLength(2);
});
