/** Who came where in a game that is over. Pure. */

import type { GameView, TournamentView } from "../protocol";

export interface Placed {
  readonly seat: number;
  readonly place: number;
}

export function winnersOf(game: GameView): readonly number[] {
  return game.awaited.kind === "over" ? game.awaited.winners : [];
}

export interface Result {
  /** What has been won: a game of a tournament is not the tournament. */
  readonly won: "game" | "part" | "tournament";
  readonly winners: readonly number[];
  /** Seats from best to worst: winners first, then by points, fewest first. */
  readonly places: readonly Placed[];
}

/** What the podium shows: the game that just ended, or the whole tournament when it is decided. */
export function resultOf(game: GameView, tournament: TournamentView | null): Result {
  if (tournament?.winners) {
    const { winners, points, starters } = tournament;
    return { won: "tournament", winners, places: ranking(starters, winners, points) };
  }
  const winners = winnersOf(game);
  const places = ranking(game.seats, winners, game.points);
  return { won: tournament ? "part" : "game", winners, places };
}

function ranking(
  seats: readonly number[],
  winners: readonly number[],
  points: readonly (number | null)[],
): Placed[] {
  return placed([...new Set(seats)], (seat) => (winners.includes(seat) ? -1 : (points[seat] ?? 0)));
}

/** Seats by score, lowest first; equal scores share a place. */
export function placed(seats: readonly number[], score: (seat: number) => number): Placed[] {
  const sorted = [...seats].sort((a, b) => score(a) - score(b));
  let place = 0;
  return sorted.map((seat, i) => {
    const before = sorted[i - 1];
    if (before === undefined || score(before) !== score(seat)) place = i + 1;
    return { seat, place };
  });
}
