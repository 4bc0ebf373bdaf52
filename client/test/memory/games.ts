/** Games for the tests of what is remembered. */

import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import type { PlayedGame } from "../../src/memory/played";
import type { SeatView, Snapshot } from "../../src/protocol";
import { choiceOf, gameView, overWith, snapshot, stepTo, take, throwBy } from "../game/views";

let made = 0;

/** A game that was lost against nobody. */
export function game(more: Partial<PlayedGame> = {}): PlayedGame {
  return {
    game: `g${made++}`,
    edition: "strike-2020",
    when: made,
    won: false,
    place: 2,
    opponents: [],
    throws: 5,
    strikes: 2,
    collected: 4,
    thrown: 6,
    lost: 1,
    best: null,
    ...more,
  };
}

/** A table whose game is over, after throws that took these dice. */
export function tableAfter(
  seats: SeatView[],
  takes: readonly (readonly [seat: number, dice: readonly number[]])[],
  winner: number,
  more: Partial<NonNullable<Snapshot["game"]>> = {},
): TableState {
  const players = seats.map((seat) => seat.seat);
  const start = gameView(throwBy(0), { seats: players });
  let state = reduce({ ...NO_TABLE, code: "t" }, snapshot(start, { seats }));
  takes.forEach(([seat, dice], number) => {
    state = reduce(state, { type: "thrown", game: "g", throw: number, casts: [], bytes: 0 });
    const after = gameView(choiceOf(seat), { seats: players });
    state = reduce(state, stepTo(after, { seat, throw: number, events: [take(seat, ...dice)] }));
  });
  const points = players.map((seat) => (seat === winner ? 0 : seat + 1));
  const over = gameView(overWith([winner]), { seats: players, points, ...more });
  return reduce(state, stepTo(over, { throw: null }));
}
