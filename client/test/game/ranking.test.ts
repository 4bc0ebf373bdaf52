/** Who came where. */

import { expect, test } from "vitest";
import { placed, resultOf, winnersOf } from "../../src/game/ranking";
import type { TournamentView } from "../../src/protocol";
import { gameView, overWith, throwBy } from "./views";

const TOURNAMENT: TournamentView = {
  games: 3,
  played: 1,
  starters: [0, 1, 2],
  points: [2, 1, 4],
  winners: null,
  playoff: null,
};

test("winners first, then fewest points; equals share a place", () => {
  const game = gameView(overWith([2]), { seats: [0, 1, 2, 3], points: [1, 3, null, 1] });
  expect(resultOf(game, null)).toEqual({
    won: "game",
    winners: [2],
    places: [
      { seat: 2, place: 1 },
      { seat: 0, place: 2 },
      { seat: 3, place: 2 },
      { seat: 1, place: 4 },
    ],
  });
});

test("a seat that does not play has no place", () => {
  const game = gameView(overWith([2]), { seats: [0, 2], points: [1, null, null] });
  expect(resultOf(game, null).places.map(({ seat }) => seat)).toEqual([2, 0]);
});

test("while a tournament goes on, a game is only a part of it", () => {
  const game = gameView(overWith([2]), { seats: [0, 1, 2], points: [1, 2, null] });
  expect(resultOf(game, TOURNAMENT)).toMatchObject({ won: "part", winners: [2] });
});

test("whoever wins the last game has not won the tournament", () => {
  const game = gameView(overWith([2]), { seats: [0, 1, 2], points: [1, 2, null] });
  const decided = { ...TOURNAMENT, played: 3, winners: [1] };
  const { won, winners, places } = resultOf(game, decided);
  expect([won, winners]).toEqual(["tournament", [1]]);
  expect(places.map(({ seat }) => seat)).toEqual([1, 0, 2]);
});

test("nobody has won while the game is on", () => {
  expect(winnersOf(gameView(throwBy(0)))).toEqual([]);
});

test("lowest scores first", () => {
  const score = [4, 0, 4];
  expect(placed([0, 1, 2], (seat) => score[seat] ?? 0)).toEqual([
    { seat: 1, place: 1 },
    { seat: 0, place: 2 },
    { seat: 2, place: 2 },
  ]);
});
