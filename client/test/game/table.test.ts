/** A table as the page knows it: from messages, from a position alone, from a replay. */

import { expect, test } from "vitest";
import { fateOf, landingShown, positionShown, throwShown } from "../../src/game/practice";
import { replaySeats, tableBefore } from "../../src/game/replay";
import {
  askedSeats,
  diceInUnit,
  guessOf,
  missedThrows,
  NO_TABLE,
  ownSeats,
  reduce,
  seatOrder,
  seatToAct,
  unitsOf,
  viewpoint,
} from "../../src/game/table";
import {
  type AwaitedView,
  BOT_NAMES,
  type GameView,
  type PieceView,
  type Replay,
  type ThrowMade,
} from "../../src/protocol";
import { gameView, overWith, snapshot as snapshotOf, stepTo, throwBy } from "./views";

// The reducer, without a browser: what messages make of what is shown.

function game(awaited: AwaitedView, state = 1, code = "g"): GameView {
  return gameView(awaited, { state, game: code });
}

const throwing: AwaitedView = { kind: "throw", seat: 0, units: ["1", "pile:0"] };
const over = overWith([1]);
const snapshot = snapshotOf(game(throwing), { table: "t", edition: "impact-power" });

const seated = reduce(
  reduce(NO_TABLE, { type: "joined", table: "t", seats: [{ seat: 0, token: "x" }], host: true }),
  snapshot,
);

test("a snapshot replaces everything, and says whose seats are here", () => {
  expect(ownSeats(seated)).toEqual([0]);
  expect(seatToAct(seated)).toBe(0);
  expect(seated.info?.edition).toBe("impact-power");
});

test("a throw and its step become one entry of the log, with how the arena lay before", () => {
  const flying = reduce(seated, { type: "thrown", game: "g", throw: 0, casts: [], bytes: 9 });
  const after = reduce(flying, stepTo(game(throwing, 2), { throw: 0 }));
  expect(after.log).toHaveLength(1);
  expect(after.log[0]?.thrown?.number).toBe(0);
  expect(after.log[0]?.before?.state).toBe(1);
  expect(after.pending).toBeNull();
});

test("throws that this page did not see are known to be missing", () => {
  const thrown = (number: number) =>
    ({ type: "thrown", game: "g", throw: number, casts: [], bytes: 9 }) satisfies ThrowMade;
  const first = { ...game(throwing, 2), throws: 1 };
  const seen = reduce(reduce(seated, thrown(0)), stepTo(first, { throw: 0 }));
  expect(missedThrows(seated)).toBe(false);
  expect(missedThrows(seen)).toBe(false);
  const reloaded = reduce(NO_TABLE, { ...snapshot, game: first });
  expect(missedThrows(reloaded)).toBe(true);
  const second = { ...game(throwing, 3), throws: 2 };
  const after = reduce(reduce(reloaded, thrown(1)), stepTo(second, { throw: 1 }));
  expect(missedThrows(after)).toBe(true);
});

test("a new game starts a new log", () => {
  const played = reduce(seated, stepTo(game(throwing, 2)));
  const next = reduce(played, stepTo(game(throwing, 1, "another")));
  expect(next.log).toHaveLength(1);
  expect(next.log[0]?.before).toBeNull();
});

test("coming back to the same game keeps the log and what was guessed, another game does not", () => {
  const guessed = reduce(seated, { type: "guesses", state: 1, seat: 0, hit: true });
  const played = reduce(guessed, stepTo(game(throwing, 2)));
  const same = reduce(played, { ...snapshot, game: game(throwing, 5) });
  const another = reduce(played, { ...snapshot, game: game(throwing, 1, "b") });
  expect([same, another].map((one) => one.log.length)).toEqual([1, 0]);
  expect([same, another].map((one) => guessOf(one, 0)?.hit)).toEqual([true, undefined]);
});

test("somebody else's turn asks nothing of this device", () => {
  const other = reduce(seated, stepTo(game(throwBy(1), 3)));
  expect(seatToAct(other)).toBeNull();
  expect(viewpoint(other, 0)).toBe(0);
});

test("in a common throw everybody who is not ready is asked", () => {
  const units = { "0": ["1"], "1": ["1"] };
  const extra = gameView({ kind: "extra", units }, { ready: [0] });
  expect(askedSeats(extra)).toEqual([1]);
  expect(unitsOf(extra, 0)).toEqual([]);
  expect(unitsOf(extra, 1)).toEqual(["1"]);
});

test("a unit is worth its dice", () => {
  const now = game(throwing);
  expect(diceInUnit(now, 0, "1")).toBe(1);
  expect(diceInUnit(now, 0, "pile:0")).toBe(3);
  expect(diceInUnit(now, 0, "pile:7"), "a die at least").toBe(1);
  expect(diceInUnit(now, 0, "all")).toBe(8);
});

test("seats are drawn from one's own clockwise", () => {
  const four = { ...game(over), seats: [2, 3, 0, 1] };
  expect(seatOrder(four, 2)).toEqual([2, 3, 0, 1]);
});

test("a seat that nobody took is not at the table", () => {
  const three = { ...game(over), seats: [0, 1, 3] };
  expect(seatOrder(three, 1)).toEqual([1, 3, 0]);
  expect(seatOrder(three, 2)).toEqual([0, 1, 3]);
});

test("leaving forgets the table", () => {
  expect(reduce(seated, { type: "left" })).toEqual(NO_TABLE);
});

test("the code of four letters is known as long as it leads here", () => {
  const told = reduce(NO_TABLE, { type: "code", code: "BCDF" });
  expect(told.shortCode).toBe("BCDF");
  const again = reduce(told, { type: "joined", table: "t", seats: [], host: false });
  expect(again.shortCode).toBeNull();
  expect(reduce(told, { type: "code", code: null }).shortCode).toBeNull();
});

test("the box of the next game is known until that game begins; before the first the table has it", () => {
  const box = { edition: "impact", preset: null, options: {}, elements: null };
  const next = { ...box, clock: "fast" as const, public: true, tournament: true };
  const gathers = reduce(reduce(seated, { ...snapshot, stage: "gathering" }), {
    type: "box",
    next,
  });
  expect(gathers.info).toMatchObject({ edition: "impact", clock: "fast", public: true, next });
  const told = reduce(seated, { type: "box", next });
  expect(told.info).toMatchObject({ edition: "impact-power", next });
  expect(reduce(told, { ...snapshot, edition: "impact" }).info?.next).toBeNull();
  expect(reduce(NO_TABLE, { type: "box", next }).info).toBeNull();
});

// A position without a table: what is taken, lost and left, as a table would tell it.

const AIM = { x: 0, y: 0, side: 0, speed: 1, height: 0.1, spin: 1 };
const AT = { name: "p", edition: "strike-2020", hands: [3, 5], arena: dice("2", "4") };
const ANN = { name: "Ann", finish: "brass", mat: "rings" };

function dice(...faces: readonly string[]): PieceView[] {
  return faces.map((face, id) => ({ dice: [{ id, face, pose: [0, 0, 0, 1, 0, 0, 0] }] }));
}

test("equal dice are taken, the null side is lost, single ones stay", () => {
  const landed = { arena: dice("2", "4", "2", "X", "X", "6"), out: [9] };
  expect(fateOf(landed)).toEqual({ taken: [0, 2], lost: [3, 4], out: [9], left: [1, 5] });
});

test("the table takes it as its own messages", () => {
  const shown = positionShown(AT, { kind: "throw", seat: 0, units: ["1"] }, ANN);
  const before = reduce(NO_TABLE, shown);
  expect(ownSeats(before)).toEqual([0]);
  expect(before.seats.map(({ name, level }) => [name, level])).toEqual([
    ["Ann", null],
    [BOT_NAMES.master, "master"],
  ]);
  expect(seatToAct(before)).toBe(0);
  const thrown = reduce(before, throwShown("p", 7, { unit: "1", aim: AIM }, 100));
  const landed = { arena: dice("2", "4", "4"), out: [], thrown: 1, finish: "" };
  const after = reduce(thrown, landingShown(before.game as GameView, 7, landed));
  expect(after.game?.hands.map((hand) => hand.dice)).toEqual([4, 5]);
  expect(after.game?.arena.flatMap((piece) => piece.dice.map((die) => die.face))).toEqual(["2"]);
  expect(after.log.at(-1)?.thrown?.number).toBe(7);
  const [event] = after.log.at(-1)?.events ?? [];
  expect(event).toMatchObject({ kind: "collect", faces: { 4: 2 }, dice: [1, 2] });
});

test("dice that are gone are told one kind after the other", () => {
  const { game } = positionShown(AT, { kind: "throw", seat: 0, units: ["1"] }, ANN);
  const step = landingShown(game as GameView, 1, {
    arena: dice("2", "X"),
    out: [5],
    thrown: 1,
    finish: "",
  });
  expect(step.events.map((event) => [event.kind, event.dice])).toEqual([
    ["out", [5]],
    ["x", [1]],
  ]);
  expect(step.game.removed).toBe(2);
  expect(step.game.hands[0]?.dice).toBe(2);
});

test("whoever throws brings dice and a mat, and the dice that lay there stay as they are", () => {
  const shown = positionShown(AT, { kind: "throw", seat: 0, units: ["1"] }, ANN);
  expect(shown.seats.map(({ finish, mat }) => [finish, mat])).toEqual([
    ["brass", "rings"],
    ["", ""],
  ]);
  const landed = { arena: dice("2", "4", "6"), out: [], thrown: 1, finish: "brass" };
  const step = landingShown(shown.game as GameView, 1, landed);
  const worn = step.game.arena.flatMap((piece) => piece.dice.map((die) => die.finish));
  expect(worn).toEqual([undefined, undefined, "brass"]);
});

// A finished game as a table that is looked at.

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
