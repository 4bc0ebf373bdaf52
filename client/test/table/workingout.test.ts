/** What is said of numbers that a bot has to wait for: once that they are missing, once that they came. */

import { expect, test, vi } from "vitest";
import { seatView } from "../game/views";
import { stubPage } from "../page";

stubPage();
vi.stubGlobal("navigator", {});
const { numbersBy, playsByNumbers, wordFor } = await import("../../src/table/workingout");

test("only bots that play by numbers wait for them", () => {
  const bot = (level: string) => seatView(1, { kind: "bot", level });
  expect(playsByNumbers([seatView(0), bot("rule")])).toBe(false);
  expect(playsByNumbers([seatView(0), bot("rule"), bot("exact")])).toBe(true);
  expect(playsByNumbers([seatView(0), bot("master")])).toBe(true);
});

test("what an answer says", () => {
  expect(numbersBy({ available: true, preparing: false })).toBe("there");
  expect(numbersBy({ available: false, preparing: true })).toBe("awaited");
  expect(numbersBy({ available: false, preparing: false })).toBe("none");
});

test("who never had to wait hears nothing; who did hears how it ended", () => {
  expect(wordFor("unknown", "there")).toBeNull();
  expect(wordFor("unknown", "none")).toBeNull();
  expect(wordFor("unknown", "awaited")).toBe("bots.workingOut");
  expect(wordFor("awaited", "awaited")).toBeNull();
  expect(wordFor("awaited", "there")).toBe("bots.workedOut");
  expect(wordFor("awaited", "none")).toBe("bots.noNumbers");
});
