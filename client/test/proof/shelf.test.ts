/** Memories that outlive the page: bounded, and in memory only where the browser keeps nothing. */

import { expect, test } from "vitest";
import type { Drawer } from "../../src/engine/drawer";
import { freshMemory } from "../../src/fairness/memory";
import { MOST_GAMES, Shelf } from "../../src/fairness/shelf";

function drawer(): Drawer & { readonly all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (name) => all.get(name) ?? null,
    setItem: (name, value) => void all.set(name, value),
    removeItem: (name) => void all.delete(name),
  };
}

const FORBIDDEN: Drawer = {
  getItem: () => {
    throw new Error("no");
  },
  setItem: () => {
    throw new Error("no");
  },
  removeItem: () => {
    throw new Error("no");
  },
};

test("a game is found again by another page, until it is over also by its table", () => {
  const kept = drawer();
  const memory = freshMemory("code", "g");
  new Shelf(kept).save(memory);
  const shelf = new Shelf(kept);
  expect(shelf.load("g")).toEqual(memory);
  expect(shelf.remembersGameAt("code")).toBe(true);
  expect(shelf.remembersGameAt("other")).toBe(false);
  shelf.save({ ...memory, record: true });
  expect(shelf.remembersGameAt("code")).toBe(false);
  expect(shelf.load("h")).toBeNull();
});

test("only the last games are kept, by when they were played last", () => {
  const kept = drawer();
  const shelf = new Shelf(kept);
  for (let i = 0; i < MOST_GAMES; i++) shelf.save(freshMemory("c", `g${i}`));
  shelf.save(freshMemory("c", "g0"));
  shelf.save(freshMemory("c", "new"));
  const other = new Shelf(kept);
  expect(other.load("g1")).toBeNull();
  expect(other.load("g0")).not.toBeNull();
  expect(other.load("new")).not.toBeNull();
  expect([...kept.all.keys()].filter((one) => one.startsWith("kessel.fair."))).toHaveLength(
    MOST_GAMES,
  );
});

test("a game that is being played is not forgotten for others that are not", () => {
  const kept = drawer();
  const shelf = new Shelf(kept);
  const played = { ...freshMemory("c", "played"), devices: [{ number: 0, tips: ["t"] }] };
  shelf.save(played);
  shelf.save(freshMemory("c", "watched"));
  shelf.save({ ...played, game: "over", record: true });
  for (let i = 3; i < MOST_GAMES; i++) shelf.save(freshMemory("c", `g${i}`));
  const left = () => ["played", "watched", "over"].filter((game) => new Shelf(kept).load(game));
  shelf.save(freshMemory("c", "one more"));
  expect(left()).toEqual(["played", "watched"]);
  for (let i = 0; i < 2 * MOST_GAMES; i++) shelf.save(freshMemory("c", `h${i}`));
  expect(left()).toEqual(["played"]);
  for (let i = 0; i < MOST_GAMES; i++) shelf.save({ ...played, game: `p${i}` });
  expect(left()).toEqual([]);
  expect(kept.all.size).toBe(MOST_GAMES + 1);
});

test("what is stored in another shape is not taken for a memory", () => {
  const kept = drawer();
  kept.setItem("kessel.fair.g", '{"game":"g"}');
  kept.setItem("kessel.fair.h", "{");
  const shelf = new Shelf(kept);
  expect([shelf.load("g"), shelf.load("h")]).toEqual([null, null]);
});

test("where nothing may be stored, games live as long as the page", () => {
  const shelf = new Shelf(FORBIDDEN);
  expect(shelf.persists).toBe(true);
  shelf.save(freshMemory("code", "g"));
  shelf.offer("tip", "secret");
  expect(shelf.persists).toBe(false);
  expect(shelf.load("g")?.game).toBe("g");
  expect(shelf.remembersGameAt("code")).toBe(true);
  expect([shelf.take("tip"), shelf.take("tip")]).toEqual(["secret", null]);
});

test("a chain that was offered is taken once, by whichever page", () => {
  const kept = drawer();
  new Shelf(kept).offer("tip", "secret");
  expect(new Shelf(kept).take("other")).toBeNull();
  expect(new Shelf(kept).take("tip")).toBe("secret");
  expect(new Shelf(kept).take("tip")).toBeNull();
});
