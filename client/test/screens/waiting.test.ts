/** What the first page says of a table: whose turn, and how long they have. */

import { expect, test } from "vitest";
import type { SeenTable } from "../../src/table/standing";
import { stubPage } from "../page";

stubPage();
const { turnOf } = await import("../../src/screens/waiting");
const { duration, speak } = await import("../../src/i18n");

const HOUR = 3_600_000;
const seen: SeenTable = {
  table: "abcdefghijkl",
  standing: "people",
  edition: "strike-2020",
  names: ["Ben"],
  yours: false,
  whose: "Ben",
};

test("whose turn it was; where a turn has days, whose it is and for how long", () => {
  expect(turnOf(seen, 0)).toBe("Ben to play");
  expect(turnOf({ ...seen, until: 26 * HOUR }, 0)).toBe("Ben’s turn · 1 day 2 hours left");
  expect(turnOf({ ...seen, until: HOUR, yours: true }, 0)).toBe("your turn · 1 hour left");
  expect(turnOf({ ...seen, until: HOUR }, 2 * HOUR)).toBe("Ben’s turn · 0 minutes left");
});

test("before the game, and after it", () => {
  expect(turnOf({ ...seen, whose: null, until: null }, 0)).toBe("waiting for players");
  expect(turnOf({ ...seen, whose: null, ended: true }, 0)).toBe("The game is over");
});

test.each([
  [72 * HOUR, "3 days"],
  [25 * HOUR - 1, "1 day 1 hour"],
  [HOUR + 90_000, "1 hour 2 minutes"],
  [59_000, "1 minute"],
])("%d ms are told in two units at most", (ms, told) => {
  expect(duration(ms)).toBe(told);
});

test("units are those of the language", async () => {
  await speak("de");
  expect(duration(26 * HOUR)).toBe("1 Tag 2 Stunden");
  await speak("en");
});
