/** One finished game as this device remembers it: made from what the page saw. Pure. */

import { diceTaken } from "../game/moments";
import { resultOf } from "../game/ranking";
import { ownSeats, type TableState } from "../game/table";
import type { SeatStats, SeatView } from "../protocol";
import {
  type Checked,
  isBoolean,
  isNumber,
  isText,
  listOf,
  oneOf,
  orNull,
  shapeOf,
} from "../shapes";

/** An opponent: a person by name, a bot by its level. */
const isOpponent = shapeOf({ kind: oneOf(["person", "bot"]), name: isText });
export type Opponent = Checked<typeof isOpponent>;

/** A throw to see again: its number in the game, and the dice it took. */
export const KEPT_THROW = { number: isNumber, dice: isNumber };
const isKeptThrow = shapeOf(KEPT_THROW);
export type KeptThrow = Checked<typeof isKeptThrow>;

/** `when` it ended: ms since 1970. */
export const ENDED = { game: isText, edition: isText, when: isNumber };

export const isPlayedGame = shapeOf({
  ...ENDED,
  won: isBoolean,
  place: isNumber,
  opponents: listOf(isOpponent),
  throws: isNumber,
  strikes: isNumber,
  collected: isNumber,
  /** Dice thrown, and those of them that the null side took: what luck is measured by. */
  thrown: isNumber,
  lost: isNumber,
  /** The greatest take that was seen, if there was one. */
  best: orNull(isKeptThrow),
});
export type PlayedGame = Checked<typeof isPlayedGame>;

/** The game that is over, for the only seat of this device; null where there is nothing to remember. */
export function playedGame(state: TableState, when: number): PlayedGame | null {
  const { code, game, info } = state;
  const own = ownSeats(state);
  const [seat] = own;
  if (code === null || !game || !info || game.awaited.kind !== "over") return null;
  if (seat === undefined || own.length !== 1 || !game.seats.includes(seat)) return null;
  const place = resultOf(game, null).places.find((one) => one.seat === seat)?.place ?? 1;
  const stats: SeatStats | undefined = game.stats[seat];
  return {
    game: game.game,
    edition: info.edition,
    when,
    won: game.awaited.winners.includes(seat),
    place,
    opponents: game.seats
      .filter((other) => other !== seat)
      .map((other) => opponentAt(state.seats[other])),
    throws: stats?.throws ?? 0,
    strikes: stats?.strikes ?? 0,
    collected: stats?.collected ?? 0,
    thrown: stats?.dice_thrown ?? 0,
    lost: stats?.lost_null ?? 0,
    best: keptThrow(bestThrow(state, [seat])),
  };
}

function opponentAt(seat: SeatView | undefined): Opponent {
  if (seat?.kind === "bot") return { kind: "bot", name: seat.level ?? "" };
  return { kind: "person", name: seat?.name ?? "" };
}

function keptThrow(best: KeptThrow | null): KeptThrow | null {
  return best && { number: best.number, dice: best.dice };
}

/** The greatest take of these seats; the first of equals. */
export function bestThrow(
  state: TableState,
  seats: readonly number[],
): (KeptThrow & { readonly seat: number }) | null {
  let best: (KeptThrow & { seat: number }) | null = null;
  for (const { thrown, events, seat } of state.log) {
    if (!thrown || seat === null || !seats.includes(seat)) continue;
    const dice = diceTaken(events);
    if (dice > (best?.dice ?? 0)) best = { number: thrown.number, dice, seat };
  }
  return best;
}
