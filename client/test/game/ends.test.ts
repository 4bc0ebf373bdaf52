/** What is made of a game that is over: places, awards, luck, moments, the coach's word. */

import { expect, test } from "vitest";
import { awardsOf } from "../../src/game/awards";
import { diceTaken, momentsOf, stepOfThrow, throwAt } from "../../src/game/moments";
import { NOTHING_YET } from "../../src/game/practice";
import { resultOf, winnersOf } from "../../src/game/ranking";
import { luck, opinionOf, reviewedLuck, strikeRate, toldMissteps } from "../../src/game/review";
import type {
  EventView,
  GameReview,
  GameView,
  Misstep,
  Replay,
  ReplayStep,
  SeatStats,
  ThrowOdds,
  TournamentView,
} from "../../src/protocol";
import { gameView, overWith, stepTo, take, throwBy } from "./views";

// Who came where.

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

// Awards name whoever did something most often, and nothing that is not worth a word.

const game = (...all: Partial<SeatStats>[]) =>
  ({
    seats: all.map((_, seat) => seat),
    stats: all.map((one) => ({ ...NOTHING_YET, ...one })),
  }) as unknown as GameView;

test("the greatest catch, the most smoke, the sharpest hand", () => {
  const awards = awardsOf(
    game(
      { throws: 9, strikes: 5, lost_null: 2, greatest: 3 },
      { throws: 8, strikes: 3, lost_null: 6, lost_out: 4 },
      { throws: 7, strikes: 1, greatest: 5 },
    ),
  );
  expect(awards).toEqual([
    { kind: "catch", seat: 2, count: 5 },
    { kind: "smoke", seat: 1, count: 6 },
    { kind: "striker", seat: 0, count: 5 },
  ]);
});

test("awards have a floor, and nobody gets two", () => {
  const loser = { throws: 14, strikes: 6, lost_null: 7, lost_out: 2, greatest: 4 };
  expect(awardsOf(game(loser, { throws: 9 }))).toEqual([{ kind: "catch", seat: 0, count: 4 }]);
  const short = { throws: 4, strikes: 3, lost_null: 3, lost_out: 1, greatest: 3 };
  expect(awardsOf(game(short, short))).toEqual([]);
});

// Luck against expectation, on counts worked out by hand.

test("as many null sides as expected is neither lucky nor unlucky", () => {
  expect(luck({ ...NOTHING_YET, dice_thrown: 36, lost_null: 6 })).toBeCloseTo(0);
});

test("180 dice lose 30 on average, give or take 5: 25 lost is one deviation of luck", () => {
  expect(luck({ ...NOTHING_YET, dice_thrown: 180, lost_null: 25 })).toBeCloseTo(1);
  expect(luck({ ...NOTHING_YET, dice_thrown: 180, lost_null: 35 })).toBeCloseTo(-1);
});

test("without a throw there is neither luck nor a rate", () => {
  expect(luck(NOTHING_YET)).toBeNull();
  expect(strikeRate(NOTHING_YET)).toBeNull();
  expect(strikeRate({ ...NOTHING_YET, throws: 4, strikes: 1 })).toBe(0.25);
});

// Which steps of a game one can jump to.

const OUT: EventView = { kind: "elim", seat: 1, points: 2, dice: [], remarks: [] };
const OVER: EventView = { kind: "over", winners: [0], dice: [], remarks: [] };

function step(thrown: number | null, ...events: EventView[]): ReplayStep {
  return {
    thrown: thrown === null ? null : { throw: thrown, casts: [], bytes: 0 },
    step: stepTo(gameView(throwBy(0)), { throw: thrown, events }),
  };
}

const REPLAY: Replay = {
  game: "g",
  edition: "strike-2020",
  options: {},
  elements: null,
  names: ["", ""],
  looks: [],
  start: gameView(overWith([0])),
  steps: [
    step(null),
    step(0, take(0, 1, 2)),
    step(1, take(0, 1, 2, 3)),
    step(null, OUT),
    step(2, take(0, 1, 2, 3, 4)),
    step(3, OUT, OVER),
  ],
};

const REVIEW: GameReview = {
  status: "ready",
  estimated: false,
  seats: [],
  missteps: [],
  turning: { seat: 0, step: 2, throw: 1, gain: 0.4 },
};

test("eliminations, great takes and the end, each step once, in their order", () => {
  expect(momentsOf(REPLAY, null)).toEqual([
    { step: 2, kind: "take" },
    { step: 3, kind: "out" },
    { step: 4, kind: "take" },
    { step: 5, kind: "over" },
  ]);
});

test("what the coach names comes before takes", () => {
  expect(momentsOf(REPLAY, REVIEW)[0]).toEqual({ step: 2, kind: "turning" });
  expect(momentsOf(REPLAY, { ...REVIEW, status: "preparing" })[0]?.kind).toBe("take");
});

test("a throw by its number, and the throw that is seen at a place", () => {
  expect(stepOfThrow(REPLAY, 2)).toBe(4);
  expect(stepOfThrow(REPLAY, 9)).toBeNull();
  expect(throwAt(REPLAY, 0)).toBe(1);
  expect(throwAt(REPLAY, 4)).toBe(2);
  expect(throwAt({ ...REPLAY, steps: [step(null)] }, 1)).toBeNull();
});

test("dice taken by match and by spell count alike", () => {
  expect(diceTaken([take(0, 1, 2), OUT, { ...take(0, 3), kind: "accio" } as EventView])).toBe(3);
});

// The coach's report, without a browser: who is told what.

const misstep = (seat: number, cost: number): Misstep => ({
  seat,
  step: 3,
  throw: 2,
  chosen: { unit: null, strength: null },
  better: { unit: "1", strength: "firm" },
  cost,
});

const review: GameReview = {
  status: "ready",
  estimated: false,
  seats: [
    { start: 0.5, luck: 0.2, choices: -0.1, aim: 0, gifts: 0.4, stood_in: 0, result: 1 },
    null,
  ],
  missteps: [misstep(1, 0.3), misstep(2, 0.2), misstep(0, 0.1)],
  turning: null,
};

test("players hear of their own missteps, watchers of the worst", () => {
  expect(toldMissteps(review, [0]).map((one) => one.cost)).toEqual([0.1]);
  expect(toldMissteps(review, []).map((one) => one.cost)).toEqual([0.3, 0.2]);
});

test("luck is the report's, and null where there is none", () => {
  expect(reviewedLuck(review, 0)).toBe(0.2);
  expect(reviewedLuck(review, 1)).toBeNull();
  expect(reviewedLuck({ ...review, status: "preparing" }, 0)).toBeNull();
  expect(reviewedLuck(null, 0)).toBeNull();
});

const firm = { unit: "1", strength: "firm" } as ThrowOdds["action"];
const throws = (chance: number): ThrowOdds[] => [{ action: firm, chance }];

test.each([
  [0.5, 0.505, "same"],
  [0.5, 0.53, "throw.little"],
  [0.5, 0.6, "throw.much"],
  [0.53, 0.5, "stop.little"],
  [0.6, 0.5, "stop.much"],
] as const)("stopping wins %f, throwing %f: %s", (stop, chance, opinion) => {
  expect(opinionOf({ stop, throws: throws(chance) })).toBe(opinion);
});

test("where one must throw or must stop there is no opinion", () => {
  expect(opinionOf({ stop: null, throws: throws(0.5) })).toBeNull();
  expect(opinionOf({ stop: 0.5, throws: [] })).toBeNull();
});
