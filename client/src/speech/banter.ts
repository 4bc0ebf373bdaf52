/** What opponents say to what happens to them: seldom, one at a time. Pure; it knows no words. */

import { isLevel } from "../game/characters";
import { diceTaken } from "../game/moments";
import { winnersOf } from "../game/ranking";
import type { LogEntry, TableState } from "../game/table";
import type { Level } from "../protocol";

type Occasion = "hello" | "take" | "x" | "win";

export interface Banter {
  readonly seat: number;
  readonly key: `banter.${Level}.${Occasion}`;
  /** The throws made when it was said. */
  readonly throws: number;
  readonly game: string;
}

/** Throws between one remark and the next. */
const QUIET = 5;
/** Dice of a take that is worth a word. */
const GREAT_TAKE = 3;

/** What is said now, after what was said last; null where all keep quiet. */
export function banterAfter(last: Banter | null, state: TableState): Banter | null {
  const { game } = state;
  if (!game || state.code === null) return null;
  const say = (seat: number | null | undefined, occasion: Occasion): Banter | null => {
    const level = levelAt(state, seat);
    if (seat === null || seat === undefined || level === null) return null;
    const key: Banter["key"] = `banter.${level}.${occasion}`;
    return { seat, key, throws: game.throws, game: game.game };
  };
  const before = last?.game === game.game ? last : null;
  if (game.awaited.kind === "over") {
    return before?.key.endsWith(".win") ? null : say(winnersOf(game)[0], "win");
  }
  const first = game.seats.find((seat) => levelAt(state, seat) !== null);
  if (game.throws === 0) return before ? null : say(first, "hello");
  if (before && game.throws < before.throws + QUIET) return null;
  const entry = state.log.at(-1);
  const occasion = entry && occasionOf(entry);
  return occasion ? say(entry.seat, occasion) : null;
}

function levelAt({ seats }: TableState, number: number | null | undefined): Level | null {
  const seat = number === null || number === undefined ? undefined : seats[number];
  return seat?.kind === "bot" && isLevel(seat.level) ? seat.level : null;
}

function occasionOf({ thrown, events }: LogEntry): Occasion | null {
  if (!thrown) return null;
  if (diceTaken(events) >= GREAT_TAKE) return "take";
  return events.some((event) => event.kind === "x") ? "x" : null;
}
