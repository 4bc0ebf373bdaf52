/** Awards name whoever did something most often, and nothing that is not worth a word. */

import { expect, test } from "vitest";
import { awardsOf } from "../../src/game/awards";
import { NOTHING_YET } from "../../src/game/practice";
import type { GameView, SeatStats } from "../../src/protocol";

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

test("there are three in a game without smoke and catches, too", () => {
  const awards = awardsOf(
    game({ throws: 4, strikes: 1, lost_null: 1, greatest: 2 }, { throws: 3, lost_out: 2 }),
  );
  expect(awards).toEqual([
    { kind: "catch", seat: 0, count: 2 },
    { kind: "wild", seat: 1, count: 2 },
    { kind: "busy", seat: 0, count: 4 },
  ]);
});

test("one is nothing to speak of", () => {
  expect(awardsOf(game({ throws: 1, strikes: 1, lost_null: 1 }, {}))).toEqual([]);
});
