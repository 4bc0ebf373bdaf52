/** What the device remembers, and what it makes of something strange. */

import { expect, test } from "vitest";
import { storage, stubPage } from "./page";

stubPage("?quality=medium");
storage.set("kessel.coach", "true");
storage.set("kessel.sound", '"loud"');
storage.set("kessel.clock", "not json");
const settings = await import("../src/settings");

const isText = (value: unknown): value is string => typeof value === "string";

test("a value is kept and read again", () => {
  const first = settings.remembered("test", "a", isText);
  first.value = "b";
  expect(storage.get("kessel.test")).toBe('"b"');
  expect(settings.remembered("test", "a", isText).value).toBe("b");
});

test("what was kept counts; another shape and broken text do not", () => {
  expect(settings.coach.value).toBe(true);
  expect(settings.sound.value).toBe(true);
  expect(settings.clock.value).toBe("off");
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
  expect(settings.startPicture()).toBe("medium");
  location.search = "?quality=splendid";
  expect(["low", "medium", "high"]).toContain(settings.startPicture());
});
