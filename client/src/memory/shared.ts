/** A finished game of several people on this device, for all of them: it is nobody's own. Pure. */

import { resultOf } from "../game/ranking";
import { ownSeats, type TableState } from "../game/table";
import { bestThrow, type KeptThrow } from "./played";
import { grouped, type Score } from "./summary";

export interface SharedPlayer {
  readonly name: string;
  readonly won: boolean;
  readonly place: number;
}

export interface SharedGame {
  readonly game: string;
  readonly edition: string;
  /** When it ended, ms since 1970. */
  readonly when: number;
  /** Whoever played on this device, best first. */
  readonly people: readonly SharedPlayer[];
  /** The greatest take of any of them, with whose it was. */
  readonly best: (KeptThrow & { readonly name: string }) | null;
}

/** The game that is over; null where fewer than two people played it here. */
export function sharedGame(state: TableState, when: number): SharedGame | null {
  const { code, game, info } = state;
  if (code === null || !game || !info || game.awaited.kind !== "over") return null;
  const here = ownSeats(state).filter((seat) => game.seats.includes(seat));
  if (here.length < 2) return null;
  const { places, winners } = resultOf(game, null);
  const name = (seat: number) => state.seats[seat]?.name ?? "";
  const best = bestThrow(state, here);
  return {
    game: game.game,
    edition: info.edition,
    when,
    people: places
      .filter(({ seat }) => here.includes(seat))
      .map(({ seat, place }) => ({ name: name(seat), won: winners.includes(seat), place })),
    best: best && { number: best.number, dice: best.dice, name: name(best.seat) },
  };
}

/** Games and wins of everybody who played here, by name, those who played most first. */
export function byPerson(games: readonly SharedGame[]): [name: string, score: Score][] {
  const turns = games.flatMap((game) => game.people);
  return grouped(turns, (one) => [one.name]);
}
