/** Awards name whoever did something most often, and nothing that is not worth a word. */

import { expect, test } from "vitest";
import { awardsOf } from "../../src/game/awards";
import type { LogEntry } from "../../src/game/table";
import type { GameView } from "../../src/protocol";

const stats = (strikes: number, lost_null: number) => ({
  throws: 9,
  dice_thrown: 9,
  strikes,
  collected: 4,
  lost_null,
  lost_out: 0,
});

const game = (...all: ReturnType<typeof stats>[]) =>
  ({ seats: all.map((_, seat) => seat), stats: all }) as unknown as GameView;

const took = (seat: number, dice: number) =>
  ({
    seat,
    events: [{ kind: "collect", dice: Array.from({ length: dice }, (_, i) => i) }],
  }) as unknown as LogEntry;

test("the greatest catch, the most smoke, the sharpest hand", () => {
  const awards = awardsOf(game(stats(5, 2), stats(3, 6), stats(1, 0)), [
    took(0, 3),
    took(2, 5),
    took(2, 2),
  ]);
  expect(awards).toEqual([
    { kind: "catch", seat: 2, count: 5 },
    { kind: "smoke", seat: 1, count: 6 },
    { kind: "striker", seat: 0, count: 5 },
  ]);
});

test("one is nothing to speak of, and what nobody saw is not told", () => {
  expect(awardsOf(game(stats(1, 1), stats(0, 0)), [])).toEqual([]);
});
