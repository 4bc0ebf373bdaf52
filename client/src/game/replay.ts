/** A finished game as a table that is looked at: the state before each of its steps. Pure. */

import type { GameView, Replay, SeatView } from "../protocol";
import { NO_TABLE, type TableState } from "./table";

/** Seats as they were; `own` are those of this device. */
export function replaySeats(replay: Replay, own: readonly number[] = []): SeatView[] {
  return replay.names.map((name, seat) => ({
    seat,
    name,
    kind: name ? "person" : "bot",
    level: null,
    present: true,
    slow: false,
    bot_plays: false,
    bot_in_ms: null,
    yours: own.includes(seat),
    finish: replay.looks[seat]?.finish ?? "",
    mat: replay.looks[seat]?.mat ?? "",
  }));
}

/** The game as it stood before a step. */
function gameBefore(replay: Replay, step: number): GameView {
  return replay.steps[step - 1]?.step.game ?? replay.start;
}

export function tableBefore(replay: Replay, step: number, own: readonly number[] = []): TableState {
  return {
    ...NO_TABLE,
    seats: replaySeats(replay, own),
    game: gameBefore(replay, step),
    info: {
      table: "",
      stage: "playing",
      edition: replay.edition,
      preset: null,
      options: replay.options,
      elements: replay.elements,
      clock: "off",
      public: false,
      dice: "physics",
      host: null,
      first: 0,
      watchers: 0,
      next: null,
    },
  };
}
