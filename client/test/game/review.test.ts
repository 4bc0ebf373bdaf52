/** The coach's report, without a browser: who is told what. */

import { expect, test } from "vitest";
import { reviewedLuck, toldMissteps } from "../../src/game/review";
import type { GameReview, Misstep } from "../../src/protocol";

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
