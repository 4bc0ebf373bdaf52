/** A phone as a hand: a finger as one on the table, and what is guessed at. */

import { expect, test } from "vitest";
import { gameView, throwBy } from "../game/views";
import { stubPage } from "../page";

stubPage();
const { guessedAt } = await import("../../src/party/guessing");
const { onTable } = await import("../../src/party/pad");

const PHONE = { left: 10, top: 60, width: 370, height: 600 };

test("the middle of the pad is the middle of the mat, up is away", () => {
  expect(onTable(PHONE, 195, 270, 1)).toEqual({ x: 0, y: expect.closeTo(0), time: 1 });
  expect(onTable(PHONE, 195, 100, 1).y).toBeCloseTo((170 * 0.34) / 370);
  expect(onTable(PHONE, 300, 270, 1).x).toBeCloseTo((105 * 0.34) / 370);
});

test("on a tablet the same stroke of the hand is the same throw", () => {
  const [tablet, wide] = [900, 480].map((width) => onTable({ ...PHONE, width }, 300, 300, 0));
  expect(tablet?.y).toBe(wide?.y);
});

test("one guesses what another player throws, and nothing else", () => {
  expect(guessedAt(gameView(throwBy(1)), [0])).toBe(1);
  expect(guessedAt(gameView(throwBy(0)), [0])).toBeNull();
  expect(guessedAt(gameView(throwBy(1)), []), "whoever watches has no points").toBeNull();
  expect(guessedAt(gameView({ kind: "flying" }), [0]), "the dice are in the air").toBeNull();
});
