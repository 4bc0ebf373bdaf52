/** What is being shown at the moment: signals between the director and the panels. */

import { signal } from "@preact/signals";
import type { Arena } from "../arena/arena";
import type { Insets } from "../arena/stage";
import type { Piece, Supply } from "../arena/types";
import { finishOf } from "../game/looks";
import { seatOrder } from "../game/table";
import type { GameView, ReplayThrow, StepMade, ThrowCast } from "../protocol";
import type { PageState } from "../state";
import type { Flights } from "./flights";

/** Shows what the server sends; panels ask it to hurry, or to show something again. */
export interface Directing {
  readonly arena: Arena;
  skip(): void;
  again(number: number, before: GameView | null): void;
  step(thrown: Omit<ReplayThrow, "bytes"> | null, step: StepMade, game: string): Promise<void>;
  readonly flights: Flights;
  dispose(): void;
}

/** Bumped when the picture moved, so that labels follow. */
export const pictureMoved = signal(0);
/** What is called out over the table: a word, in the colour of whom it is about. */
export const shout = signal<{ readonly text: string; readonly colour: string } | null>(null);
/** Whether whoever looks has a die in the hand while the table gathers. */
export const tosses = signal(false);
/** How many were thrown from here. */
export const ownTosses = signal(0);
/** Whether the supplies are being carried round to another seat. */
export const turning = signal(false);
/** Times real time; infinity while skipping. */
export const impatient = signal(1);
/** The one who shows things, once it has been loaded. */
export const director = signal<Directing | null>(null);
export const insets = signal<Insets>({ top: 0, right: 0, bottom: 0, left: 0 });

/** The dice that lie in the arena, as the picture takes them. */
export function piecesOf(game: Pick<GameView, "arena">): Piece[] {
  return game.arena.flatMap((piece) =>
    piece.dice.map((die) => ({ id: die.id, pose: die.pose, finish: finishOf(die) })),
  );
}

/** How far the table turns when it is seen from another seat. */
export function placesBetween(game: GameView, before: number, now: number): number {
  const order = seatOrder(game, game.seats[0] ?? 0);
  return order.indexOf(now) - order.indexOf(before);
}

/** Where a seat is, clockwise from the one that the table is seen from. */
export function placeOf({ table, seenFrom }: PageState, seat: number): number {
  const { game } = table.value;
  return game ? Math.max(0, seatOrder(game, seenFrom.value).indexOf(seat)) : 0;
}

/** From where dice fly; null for the starting die, which is nobody's. */
export function placesThrownFrom(
  page: PageState,
  casts: readonly ThrowCast[],
): number | readonly number[] | null {
  if (page.table.value.game?.awaited.kind === "start_die") return null;
  const places = casts.map((cast) => placeOf(page, cast.seat));
  return places.length > 1 ? places : (places[0] ?? 0);
}

/** Where those are who are still in the game. */
export function placesStillIn({ table, seenFrom }: PageState, game: GameView): number[] {
  const { eliminated } = table.value.game ?? game;
  return seatOrder(game, seenFrom.value)
    .map((seat, place) => ({ seat, place }))
    .filter(({ seat }) => !eliminated.includes(seat))
    .map(({ place }) => place);
}

/** What lies before whom, from a seat on clockwise. */
export function suppliesOf(page: PageState, game: GameView, from: number): Supply[] {
  return seatOrder(game, from).map((seat) => {
    const hand = page.hands.value[seat];
    return {
      loose: hand?.loose ?? 0,
      piles: hand?.piles ?? [],
      active: game.active === seat,
      out: game.eliminated.includes(seat),
      finish: finishOf(page.table.value.seats[seat]),
    };
  });
}
