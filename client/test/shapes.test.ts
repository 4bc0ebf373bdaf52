/** What comes from elsewhere and what the device remembers: of the shape that its type says, or none. */

import { expect, test } from "vitest";
import {
  type Check,
  isCount,
  isNumber,
  isText,
  listOf,
  maybe,
  oneOf,
  orNull,
  shapeOf,
  tupleOf,
  where,
} from "../src/shapes";
import { storage, stubPage } from "./page";

// What comes from elsewhere has the shape that its type says, or none.

const part = shapeOf({ name: isText, age: maybe(isNumber) });

test.each<[string, Check<unknown>, unknown[], unknown[]]>([
  ["one of some", oneOf(["a", 1]), ["a", 1], ["b", "1", null]],
  ["a count", isCount, [0, -1], [0.5, "1", 2 ** 60]],
  ["what may be null", orNull(isText), ["", null], [undefined, 1]],
  ["only some", where(isText, (text) => text.length === 1), ["a"], ["", "ab", 1]],
  ["a list", listOf(isText, 2), [[], ["a", "b"]], [["a", "b", "c"], [1], { length: 0 }, "ab"]],
  ["a tuple", tupleOf(isText, isNumber), [["a", 1]], [["a"], ["a", 1, 2], [1, "a"], {}]],
  ["an object", part, [{ name: "a" }, { name: "a", age: 1, more: 0 }], [{}, { age: 1 }, [], null]],
  ["a part left out", part, [{ name: "a", age: undefined }], [{ name: "a", age: null }]],
])("%s", (_, is, good, bad) => {
  for (const value of good) expect(is(value), JSON.stringify(value)).toBe(true);
  for (const value of bad) expect(is(value), JSON.stringify(value)).toBe(false);
});

// What the device remembers, and what it makes of something strange.

stubPage("?quality=medium");
storage.set("kessel.coach", "true");
storage.set("kessel.sound", '"loud"');
storage.set("kessel.clock", "not json");
storage.set("kessel.edition", '"constructor"');
storage.set("kessel.speed", "1e9");
storage.set("kessel.opponents", "0.5");
storage.set("kessel.games", '[["g", ["constructor"]]]');
const settings = await import("../src/settings");

test("a value is kept and read again", () => {
  const first = settings.remembered("test", "a", isText);
  first.value = "b";
  expect(storage.get("kessel.test")).toBe('"b"');
  expect(settings.remembered("test", "a", isText).value).toBe("b");
});

test("a change goes on from what another tab kept meanwhile", () => {
  const here = settings.remembered("shared", "a", isText);
  here.value = "b";
  storage.set("kessel.shared", '"c"');
  here.change((kept) => `${kept}d`);
  expect(here.value).toBe("cd");
  storage.set("kessel.shared", "[]");
  here.change((kept) => `${kept}e`);
  expect([here.value, storage.get("kessel.shared")]).toEqual(["cde", '"cde"']);
});

test.each([
  ["what this version kept", { version: 2, kept: ["one"] }, ["one"]],
  ["another version", { version: 1, kept: ["one"] }, []],
  ["no version", ["one"], []],
  ["another shape", { version: 2, kept: [1] }, []],
  ["too many", { version: 2, kept: ["one", "two", "three"] }, []],
  ["nothing", null, []],
])("of %s is kept what there is", (_, found, wanted) => {
  storage.set("kessel.words", JSON.stringify(found));
  expect(settings.remembered("words", [], listOf(isText, 2), 2).value).toEqual(wanted);
});

test("what was kept counts; another shape and broken text do not", () => {
  expect(settings.coach.value).toBe(true);
  expect(settings.sound.value).toBe(true);
  expect(settings.clock.value).toBe("off");
});

test("an edition, a speed and a number that do not exist are dropped", () => {
  expect(settings.lastEdition.value).toBe("strike-2020");
  expect(settings.speed.value).toBe(1);
  expect(settings.ownSeatsIn("g")).toEqual([]);
});

test("a browser that keeps nothing still plays", () => {
  const before = localStorage.getItem;
  localStorage.getItem = () => {
    throw new Error("denied");
  };
  expect(settings.remembered("denied", "start", isText).value).toBe("start");
  localStorage.getItem = before;
});

test("a table that the engine kept alone is found with the secret that was kept before it", () => {
  const kept = new Map<string, string>();
  const drawer = { getItem: (name: string) => kept.get(name) ?? null };
  expect(settings.keptIn(drawer)).toBeNull();
  kept.set("kessel.table", "{damaged");
  expect(settings.keptIn(drawer)).toBeNull();
  kept.set("kessel.table", '{"table":"abcdefghijkl","tokens":["x"]}');
  expect(settings.keptIn(drawer)).toBeNull();
  kept.set("kessel.secret", "s");
  const found = { table: "abcdefghijkl", tokens: ["x"], secret: "s", host: null };
  expect(settings.keptIn(drawer)).toEqual(found);
  kept.set("kessel.table", JSON.stringify({ ...found, secret: "its own" }));
  expect(settings.keptIn(drawer)).toEqual({ ...found, secret: "its own" });
});
