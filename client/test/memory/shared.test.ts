/** Games of several people: remembered for all of them, and how it stands between them. */

import { expect, test } from "vitest";
import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import { playedGame } from "../../src/memory/played";
import { type SharedGame, sharedGame, tallies, tallyAmong } from "../../src/memory/shared";
import type { SeatView } from "../../src/protocol";
import { gameView, seatView, snapshot, throwBy } from "../game/views";
import { tableAfter } from "./games";

const SEATS = [
  seatView(0, { name: "Ann" }),
  seatView(1, { name: "Ben", yours: true }),
  seatView(2, { kind: "bot", level: "rule", yours: false }),
];

function table(winner: number, seats = SEATS): TableState {
  const takes = [
    [0, [1, 2]],
    [2, [1, 2, 3, 4]],
    [1, [1, 2, 3]],
  ] as const;
  return tableAfter(seats, takes, winner);
}

/** A game that these people played, best first; the first `winners` of them won it. */
function played(when: number, names: readonly string[], winners = 1): SharedGame {
  const people = names.map((name, i) => ({ name, won: i < winners, place: i + 1, points: 0 }));
  return { game: `g${when}`, edition: "strike-2020", when, people, best: null };
}

test("all people are placed, and the greatest take of any of them is kept with the name", () => {
  expect(sharedGame(table(1), 5, false)).toEqual({
    game: "g",
    edition: "strike-2020",
    when: 5,
    people: [
      { name: "Ben", won: true, place: 1, points: 0 },
      { name: "Ann", won: false, place: 2, points: 1 },
    ],
    best: { number: 2, dice: 3, name: "Ben" },
  });
});

test("a game with somebody at another device is one's own, and shared as well", () => {
  const apart = SEATS.map((seat) => ({ ...seat, yours: seat.seat === 0 }));
  expect(playedGame(table(1, apart), 5)).not.toBeNull();
  expect(sharedGame(table(1, apart), 5, false)?.people.map((one) => one.name)).toEqual([
    "Ben",
    "Ann",
  ]);
  expect(playedGame(table(1), 5)).toBeNull();
});

test("one person among computers shares with nobody", () => {
  const [ann, , bot] = SEATS as [SeatView, SeatView, SeatView];
  expect(sharedGame(table(0, [ann, { ...bot, seat: 1 }, bot]), 5, false)).toBeNull();
});

test("who only watches keeps nothing, but the screen of a party does", () => {
  const watched = SEATS.map((seat) => ({ ...seat, yours: false }));
  expect(sharedGame(table(1, watched), 5, false)).toBeNull();
  expect(sharedGame(table(1, watched), 5, true)?.people).toHaveLength(2);
});

test("a game that goes on, and a replay, are none", () => {
  const running = snapshot(gameView(throwBy(0), { seats: [0, 1, 2] }), { seats: SEATS });
  expect(sharedGame(reduce({ ...NO_TABLE, code: "t" }, running), 5, false)).toBeNull();
  expect(sharedGame({ ...table(0), code: null }, 5, false)).toBeNull();
});

test("the same people in any order have one tally, over boxes and nights; others their own", () => {
  const games = [
    played(1, ["Oma", "Tom"]),
    { ...played(2, ["Tom", "Oma"]), edition: "impact" },
    played(3, ["Mia", "Oma", "Tom"]),
    played(4, ["Oma", "Tom"]),
  ];
  expect(tallies(games).map(({ people, games: count }) => [people, count])).toEqual([
    [
      [
        { name: "Oma", wins: 2, points: 0 },
        { name: "Tom", wins: 1, points: 0 },
      ],
      3,
    ],
    [
      [
        { name: "Mia", wins: 1, points: 0 },
        { name: "Oma", wins: 0, points: 0 },
        { name: "Tom", wins: 0, points: 0 },
      ],
      1,
    ],
  ]);
  expect(tallyAmong(games, ["Tom", "Oma"])).toEqual(tallies(games)[0]);
  expect(tallyAmong(games, ["Tom", "Mia"])).toBeNull();
});

test("a streak ends with another winner, a computer's win, or a shared one", () => {
  const streak = (...games: SharedGame[]) => tallyAmong(games, ["Oma", "Tom"])?.streak;
  const [one, two, three] = [1, 2, 3].map((when) => played(when, ["Oma", "Tom"])) as [
    SharedGame,
    SharedGame,
    SharedGame,
  ];
  expect(streak(one)).toBeNull();
  expect(streak(one, two, three)).toEqual({ name: "Oma", wins: 3 });
  expect(streak(played(0, ["Tom", "Oma"]), two, three)).toEqual({ name: "Oma", wins: 2 });
  for (const winners of [0, 2]) {
    const none = played(4, ["Oma", "Tom"], winners);
    expect(streak(one, two, none)).toBeNull();
    expect(streak(one, none, three)).toBeNull();
  }
});

test("points add up over all games of the same people", () => {
  const counted = (when: number, ann: number, ben: number): SharedGame => ({
    ...played(when, ["Ann", "Ben"]),
    people: [
      { name: "Ann", won: ann === 0, place: 1, points: ann },
      { name: "Ben", won: ben === 0, place: 2, points: ben },
    ],
  });
  const games = [counted(2, 2, 0), counted(3, 0, 1), counted(4, 3, 0)];
  const points = tallyAmong(games, ["Ben", "Ann"])?.people.map((one) => [one.name, one.points]);
  expect(points).toEqual([
    ["Ben", 1],
    ["Ann", 5],
  ]);
});
