import { expect, test } from "vitest";
import { gameView, throwBy } from "../game/views";
import { stubPage } from "../page";

stubPage();
const { guessedAt } = await import("../../src/party/guessing");

test("one guesses what another player throws, and nothing else", () => {
  expect(guessedAt(gameView(throwBy(1)), [0])).toBe(1);
  expect(guessedAt(gameView(throwBy(0)), [0])).toBeNull();
  expect(guessedAt(gameView(throwBy(1)), []), "whoever watches has no points").toBeNull();
  expect(guessedAt(gameView({ kind: "flying" }), [0]), "the dice are in the air").toBeNull();
});
