/** A finished game as it is remembered: from what the page saw, for the only own seat. */

import { expect, test } from "vitest";
import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import { playedGame } from "../../src/memory/played";
import type { SeatStats, SeatView } from "../../src/protocol";
import { gameView, seatView, snapshot, throwBy } from "../game/views";
import { tableAfter } from "./games";

const STATS: SeatStats = {
  throws: 9,
  dice_thrown: 12,
  strikes: 4,
  collected: 7,
  greatest: 3,
  lost_null: 1,
  lost_out: 0,
};

const SEATS = [
  seatView(0),
  seatView(1, { kind: "bot", level: "master", yours: false }),
  seatView(2, { name: "Ann", yours: false }),
];

function table(winner: number, seats: SeatView[] = SEATS): TableState {
  const takes = [
    [0, [1, 2]],
    [1, [1, 2, 3, 4]],
    [0, [1, 2, 3]],
    [0, [4, 5, 6]],
  ] as const;
  return tableAfter(seats, takes, winner, { stats: seats.map(() => STATS) });
}

test("who was played, what was won, how lucky it was, and the greatest own take", () => {
  expect(playedGame(table(0), 5)).toEqual({
    game: "g",
    edition: "strike-2020",
    when: 5,
    won: true,
    place: 1,
    opponents: [
      { kind: "bot", name: "master" },
      { kind: "person", name: "Ann" },
    ],
    throws: 9,
    strikes: 4,
    collected: 7,
    thrown: 12,
    lost: 1,
    best: { number: 2, dice: 3 },
  });
  expect(playedGame(table(1), 5)).toMatchObject({ won: false, place: 2 });
});

test("a game that is not over, that was only watched, or was played by several here is none", () => {
  const running = reduce({ ...NO_TABLE, code: "t" }, snapshot(gameView(throwBy(0))));
  expect(playedGame(running, 5)).toBeNull();
  const others = [seatView(0, { yours: false }), seatView(1, { yours: false })];
  expect(playedGame(table(0, others), 5)).toBeNull();
  expect(playedGame(table(0, [seatView(0), seatView(1, { yours: true })]), 5)).toBeNull();
});

test("a replay is no game of its own", () => {
  expect(playedGame({ ...table(0), code: null }, 5)).toBeNull();
});
