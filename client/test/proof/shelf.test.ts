/** Memories that outlive the page: bounded, and in memory only where the browser keeps nothing. */

import { expect, test } from "vitest";
import { linkOf } from "../../src/fairness/chain";
import { beginLedger } from "../../src/proof/audit";
import { freshMemory, type Memory } from "../../src/proof/memory";
import { MOST_GAMES, Shelf } from "../../src/proof/shelf";
import { drawerOf } from "../page";
import { Server } from "./server";

function fresh(code: string, game: string): Memory {
  return freshMemory(code, game, null);
}

function shelfOn(kept: Map<string, string>): Shelf {
  return new Shelf(() => drawerOf(kept));
}

test("a game is found again by another page", () => {
  const kept = new Map<string, string>();
  const memory = fresh("code", "g");
  shelfOn(kept).save(memory);
  const shelf = shelfOn(kept);
  expect(shelf.load("g")).toEqual(memory);
  expect(shelf.load("h")).toBeNull();
});

test("a chain counts as used in any other game that is remembered", () => {
  const shelf = shelfOn(new Map());
  const ledger = { ...beginLedger(new Server().lines[0] ?? ""), tips: ["tip"] };
  shelf.save({ ...fresh("code", "g"), ledger });
  expect([shelf.wasUsed("tip", "h"), shelf.wasUsed("tip", "g"), shelf.wasUsed("top", "h")]).toEqual(
    [true, false, false],
  );
});

test("who played last at a table is known", () => {
  const shelf = shelfOn(new Map());
  const [first = ""] = new Server().lines;
  const ledger = beginLedger(first);
  shelf.save({ ...fresh("code", "g"), ledger });
  expect(shelf.newestAt("code", "h").map((one) => one.name)).toEqual(["Ann", "Ben"]);
  expect(shelf.newestAt("code", "g")).toEqual([]);
  expect(shelf.newestAt("other", "h")).toEqual([]);
});

test("only the last games are kept, by when they were played last", () => {
  const kept = new Map<string, string>();
  const shelf = shelfOn(kept);
  for (let i = 0; i < MOST_GAMES; i++) shelf.save(fresh("c", `g${i}`));
  shelf.save(fresh("c", "g0"));
  shelf.save(fresh("c", "new"));
  const other = shelfOn(kept);
  expect(other.load("g1")).toBeNull();
  expect(other.load("g0")).not.toBeNull();
  expect(other.load("new")).not.toBeNull();
  expect([...kept.keys()].filter((one) => one.startsWith("kessel.fair."))).toHaveLength(MOST_GAMES);
});

test("a game that is being played is not forgotten for others that are not", () => {
  const kept = new Map<string, string>();
  const shelf = shelfOn(kept);
  const played = { ...fresh("c", "played"), devices: [{ number: 0, tips: ["t"] }] };
  shelf.save(played);
  shelf.save(fresh("c", "watched"));
  shelf.save({ ...played, game: "over", record: true });
  for (let i = 3; i < MOST_GAMES; i++) shelf.save(fresh("c", `g${i}`));
  const left = () => ["played", "watched", "over"].filter((game) => shelfOn(kept).load(game));
  shelf.save(fresh("c", "one more"));
  expect(left()).toEqual(["played", "watched"]);
  for (let i = 0; i < 2 * MOST_GAMES; i++) shelf.save(fresh("c", `h${i}`));
  expect(left()).toEqual(["played"]);
  for (let i = 0; i < MOST_GAMES; i++) shelf.save({ ...played, game: `p${i}` });
  expect(left()).toEqual([]);
  expect(kept.size).toBe(MOST_GAMES + 1);
});

test("what is stored in another shape is not taken for a memory", () => {
  const kept = new Map<string, string>();
  kept.set("kessel.fair.g", '{"game":"g"}');
  kept.set("kessel.fair.h", "{");
  const shelf = shelfOn(kept);
  expect([shelf.load("g"), shelf.load("h")]).toEqual([null, null]);
});

test("where nothing may be stored, games live as long as the page", () => {
  const shelf = new Shelf(() => {
    throw new Error("no");
  });
  expect(shelf.persists).toBe(true);
  shelf.save(fresh("code", "g"));
  const { tip } = shelf;
  expect(shelf.persists).toBe(false);
  expect(shelf.load("g")?.game).toBe("g");
  expect([shelf.take(tip), shelf.take(tip)]).toEqual([expect.any(String), null]);
});

test("a chain that was offered is taken once, and not by another page", () => {
  const kept = new Map<string, string>();
  const shelf = shelfOn(kept);
  const { tip } = shelf;
  expect(shelf.tip).toBe(tip);
  shelf.goesElsewhere();
  expect(shelf.tip).not.toBe(tip);
  expect([shelf.take("other"), shelfOn(kept).take(tip)]).toEqual([null, null]);
  expect(linkOf(shelf.take(tip) ?? "", 0)).toBe(tip);
  expect(shelf.take(tip)).toBeNull();
});

test("a memory is read back with its chains by the page that made them, and by no other", () => {
  const kept = new Map<string, string>();
  const shelf = shelfOn(kept);
  shelf.save({ ...fresh("code", "g"), chains: { tip: "secret" } });
  expect(shelf.load("g")?.chains).toEqual({ tip: "secret" });
  expect(shelfOn(kept).load("g")?.chains).toEqual({});
  expect([...kept.values()].join()).not.toContain("secret");
});
