/** A finished game as a table that is looked at. */

import { expect, test } from "vitest";
import { replaySeats, tableBefore } from "../../src/game/replay";
import { ownSeats } from "../../src/game/table";
import type { Replay } from "../../src/protocol";
import { gameView, stepTo, throwBy } from "./views";

const REPLAY: Replay = {
  game: "g",
  edition: "impact",
  options: {},
  elements: ["fire"],
  names: ["Ann", ""],
  looks: [
    { finish: "brass", mat: "" },
    { finish: "", mat: "rings" },
  ],
  start: gameView(throwBy(0), { state: 0 }),
  steps: [1, 2].map((state) => ({ thrown: null, step: stepTo(gameView(throwBy(1), { state })) })),
};

test("before each step the game stands as the step before it left it", () => {
  expect([0, 1, 2].map((step) => tableBefore(REPLAY, step).game?.state)).toEqual([0, 1, 2]);
});

test("who has no name was a bot, and no seat is one's own", () => {
  expect(replaySeats(REPLAY).map((seat) => seat.kind)).toEqual(["person", "bot"]);
  expect(ownSeats(tableBefore(REPLAY, 0))).toEqual([]);
  expect(tableBefore(REPLAY, 0).info?.edition).toBe("impact");
});

test("everybody wears what they wore", () => {
  expect(replaySeats(REPLAY).map(({ finish, mat }) => [finish, mat])).toEqual([
    ["brass", ""],
    ["", "rings"],
  ]);
});
