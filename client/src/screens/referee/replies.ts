/** The referee's replies as this page reads them, and its events in the page's words. */

import type { EventView } from "../../protocol";
import { lineOf } from "../../speech/lines";
import { speakLine } from "../../speech/sentences";

/** A face, or a tower from bottom to top. */
export type Pieces = string | readonly string[];
export type Unit = string | number;

export interface RefereeState {
  readonly hands: Readonly<
    Record<string, number | { readonly loose: number; readonly piles: readonly number[] }>
  >;
  readonly arena: readonly Pieces[];
  readonly active: string;
  readonly elements: readonly string[];
  readonly points: Readonly<Record<string, number>>;
  readonly eliminated: readonly string[];
}

export type RefereeAwait =
  | { readonly kind: "start_die"; readonly how: "thrown" | "placed" }
  | { readonly kind: "throw" | "choice"; readonly player: string; readonly units: readonly Unit[] }
  | { readonly kind: "extra"; readonly players: Readonly<Record<string, readonly Unit[]>> }
  | {
      readonly kind: "accio";
      readonly player: string;
      readonly faces: readonly string[];
      readonly may_decline: boolean;
    }
  | { readonly kind: "stack"; readonly player: string; readonly faces: readonly string[] }
  | { readonly kind: "column"; readonly players: readonly string[] }
  | { readonly kind: "over"; readonly winners: readonly string[] };

export type RefereeEvent = Readonly<Record<string, unknown>> & { readonly event: string };

export interface RefereeReply {
  readonly events?: readonly RefereeEvent[];
  readonly state?: RefereeState;
  readonly await?: RefereeAwait;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Why an event happens at a real table, where the reply itself gives no reason. */
const REASONS: Readonly<Record<string, string>> = {
  out: "left_arena",
  x: "null_face",
  start_again: "null_face",
  column: "fastest",
  dissolve: "column_built",
  collect: "match",
  stack: "tower",
  reverse: "reverse",
  pile: "boulders",
  pass_left: "hurricane",
  choice: "no_match",
  elim: "no_dice",
  no_dice: "no_dice",
};

export function reasonOf(event: RefereeEvent): string {
  if (event.event === "lock") return event.face === "water" ? "swamp" : "freeze";
  if (event.event === "next") return event.throw === "all" ? "arena_empty" : "in_turn";
  return REASONS[event.event] ?? "";
}

/** The same sentences as in the game: names become seats for a moment. */
export function sayEvent(event: RefereeEvent, edition: string, names: readonly string[]): string {
  const seat = (name: unknown) => names.indexOf(String(name));
  const seats = (list: unknown) => (Array.isArray(list) ? list.map(seat) : list);
  const view = {
    ...event,
    kind: event.event,
    reason: reasonOf(event),
    dice: [],
    ...("player" in event ? { player: seat(event.player) } : {}),
    ...("players" in event ? { players: seats(event.players) } : {}),
    ...("winner" in event ? { winner: seat(event.winner) } : {}),
    ...("winners" in event ? { winners: seats(event.winners) } : {}),
  } as unknown as EventView;
  const scene = { edition, names, you: null };
  return speakLine(lineOf(view, scene), scene);
}

export function toPieces(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([face, count]) =>
    Array.from({ length: count }, () => face),
  );
}
