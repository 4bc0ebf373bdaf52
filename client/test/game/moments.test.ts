/** Which steps of a game one can jump to. */

import { expect, test } from "vitest";
import { diceTaken, momentsOf, stepOfThrow, throwAt } from "../../src/game/moments";
import type { EventView, GameReview, Replay, ReplayStep } from "../../src/protocol";
import { gameView, overWith, stepTo, take, throwBy } from "./views";

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
