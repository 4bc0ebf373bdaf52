/** Games of several people on one device: remembered for each of them, and for nobody alone. */

import { expect, test } from "vitest";
import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import { playedGame } from "../../src/memory/played";
import { byPerson, sharedGame } from "../../src/memory/shared";
import {
  choiceOf,
  gameView,
  overWith,
  seatView,
  snapshot,
  stepTo,
  take,
  throwBy,
} from "../game/views";

const SEATS = [
  seatView(0, { name: "Ann" }),
  seatView(1, { name: "Ben", yours: true }),
  seatView(2, { kind: "bot", level: "rule", yours: false }),
];
const PLAYERS = [0, 1, 2];

function table(winner: number, seats = SEATS): TableState {
  const start = gameView(throwBy(0), { seats: PLAYERS });
  let state = reduce({ ...NO_TABLE, code: "t" }, snapshot(start, { seats }));
  const takes: [seat: number, dice: number[]][] = [
    [0, [1, 2]],
    [2, [1, 2, 3, 4]],
    [1, [1, 2, 3]],
  ];
  takes.forEach(([seat, dice], number) => {
    state = reduce(state, { type: "thrown", game: "g", throw: number, hands: [], bytes: 0 });
    const after = gameView(choiceOf(seat), { seats: PLAYERS });
    state = reduce(state, stepTo(after, { seat, throw: number, events: [take(seat, ...dice)] }));
  });
  const points = PLAYERS.map((seat) => (seat === winner ? 0 : seat + 1));
  return reduce(
    state,
    stepTo(gameView(overWith([winner]), { seats: PLAYERS, points }), { throw: null }),
  );
}

test("everybody here is placed, and the greatest take of any of them is kept with the name", () => {
  expect(sharedGame(table(1), 5)).toEqual({
    game: "g",
    edition: "strike-2020",
    when: 5,
    people: [
      { name: "Ben", won: true, place: 1 },
      { name: "Ann", won: false, place: 2 },
    ],
    best: { number: 2, dice: 3, name: "Ben" },
  });
});

test("a game is either one's own or shared, never both", () => {
  expect(playedGame(table(1), 5)).toBeNull();
  const alone = SEATS.map((seat) => ({ ...seat, yours: seat.seat === 0 }));
  expect(sharedGame(table(1, alone), 5)).toBeNull();
  expect(playedGame(table(1, alone), 5)).not.toBeNull();
});

test("a game that goes on, and a replay, are none", () => {
  const running = snapshot(gameView(throwBy(0), { seats: PLAYERS }), { seats: SEATS });
  expect(sharedGame(reduce({ ...NO_TABLE, code: "t" }, running), 5)).toBeNull();
  expect(sharedGame({ ...table(0), code: null }, 5)).toBeNull();
});

test("games and wins of each person, by name", () => {
  const games = [table(0), table(1), table(2)].flatMap((state) => sharedGame(state, 1) ?? []);
  const cleo = { name: "Cleo", won: true, place: 1 };
  expect(byPerson([...games, { ...games[0], people: [cleo] } as (typeof games)[number]])).toEqual([
    ["Ann", { games: 3, won: 1 }],
    ["Ben", { games: 3, won: 1 }],
    ["Cleo", { games: 1, won: 1 }],
  ]);
});
