/** What the device remembers, and what it makes of something strange. */

import { expect, test } from "vitest";
import { storage, stubPage } from "./page";

stubPage("?quality=medium");
storage.set("kessel.coach", "true");
storage.set("kessel.sound", '"loud"');
storage.set("kessel.clock", "not json");
storage.set("kessel.edition", '"constructor"');
storage.set("kessel.speed", "1e9");
storage.set("kessel.opponents", "0.5");
storage.set("kessel.games", '[["g", ["constructor"]]]');
const settings = await import("../src/settings");

const isText = (value: unknown): value is string => typeof value === "string";

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

test("what was kept counts; another shape and broken text do not", () => {
  expect(settings.coach.value).toBe(true);
  expect(settings.sound.value).toBe(true);
  expect(settings.clock.value).toBe("off");
});

test("an edition, a speed and a number that do not exist are dropped", () => {
  expect(settings.lastEdition.value).toBe("strike-2020");
  expect(settings.speed.value).toBe(1);
  expect(settings.lastOpponents.value).toBe(2);
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

test("the address can ask for a quality, but only for one there is", () => {
  expect(settings.startPicture()).toEqual({ picture: "medium", isWished: true });
  location.search = "?quality=splendid";
  const { picture, isWished } = settings.startPicture();
  expect(["low", "medium", "high"]).toContain(picture);
  expect(isWished).toBe(false);
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
