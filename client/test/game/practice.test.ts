/** A position without a table: what is taken, lost and left, as a table would tell it. */

import { expect, test } from "vitest";
import { fateOf, landingShown, positionShown, throwShown } from "../../src/game/practice";
import { NO_TABLE, ownSeats, reduce, seatToAct } from "../../src/game/table";
import { BOT_NAMES, type GameView, type PieceView } from "../../src/protocol";

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
