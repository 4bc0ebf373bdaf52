/** The ladder: three of five against each in turn, and nobody else counts. */

import { expect, test } from "vitest";
import { AT_THE_FOOT, climbed, isLadder, type Ladder } from "../../src/memory/ladder";
import type { PlayedGame } from "../../src/memory/played";
import { LEVELS } from "../../src/protocol";
import { game } from "./games";

function against(won: boolean, ...names: string[]): PlayedGame {
  return game({ game: "g", won, opponents: names.map((name) => ({ kind: "bot", name })) });
}

const [FIRST, SECOND] = LEVELS;

function after(start: Ladder, level: string, ...results: boolean[]): Ladder {
  return results.reduce((ladder, won) => climbed(ladder, against(won, level)), start);
}

test("three wins lead to the next one, three losses back to the start of the series", () => {
  const two = after(AT_THE_FOOT, FIRST, true, false, true, false);
  expect(two).toEqual({ beaten: 0, won: 2, lost: 2 });
  expect(after(two, FIRST, true)).toEqual({ beaten: 1, won: 0, lost: 0, game: "g" });
  expect(after(two, FIRST, false)).toEqual(AT_THE_FOOT);
});

test("it is known in which game somebody was beaten, also after the next ones", () => {
  const beaten = climbed({ beaten: 0, won: 2, lost: 0 }, { ...against(true, FIRST), game: "a" });
  expect(beaten.game).toBe("a");
  expect(after(beaten, SECOND, true).game).toBe("a");
  expect(isLadder(beaten)).toBe(true);
  expect(isLadder({ ...beaten, game: 1 })).toBe(false);
});

test("only a game against the next one alone counts", () => {
  expect(climbed(AT_THE_FOOT, against(true, SECOND))).toBe(AT_THE_FOOT);
  expect(climbed(AT_THE_FOOT, against(true, FIRST, FIRST))).toBe(AT_THE_FOOT);
  const person = { ...against(true), opponents: [{ kind: "person" as const, name: FIRST }] };
  expect(climbed(AT_THE_FOOT, person)).toBe(AT_THE_FOOT);
});

test("after the Master there is nobody left", () => {
  const top = LEVELS.reduce((one, level) => after(one, level, true, true, true), AT_THE_FOOT);
  expect(top).toEqual({ beaten: LEVELS.length, won: 0, lost: 0, game: "g" });
  expect(climbed(top, against(true, "master"))).toBe(top);
});

test.each([
  null,
  {},
  [],
  { beaten: LEVELS.length + 1, won: 0, lost: 0 },
  { beaten: 0, won: 3, lost: 0 },
])("%j is no ladder", (value) => expect(isLadder(value)).toBe(false));
