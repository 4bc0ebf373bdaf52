/** Events to what is said about them: keys of the texts with what fills them. Pure, no language. */

import type { EventView } from "../protocol";

/** Who is spoken of; the reader may be one of them. */
export interface Scene {
  readonly edition: string;
  readonly names: readonly string[];
  /** The only own seat, or null where several or none are here. */
  readonly you: number | null;
}

export type Param =
  | string
  | number
  | { readonly face: string }
  | { readonly faces: readonly string[] }
  | { readonly counts: Readonly<Record<string, number>> }
  | { readonly seat: number }
  | { readonly seats: readonly number[] }
  | { readonly effects: readonly string[] };

export interface Line {
  readonly key: string;
  readonly params: Readonly<Record<string, Param>>;
  readonly why: string;
  /** Quiet lines are read out and kept in the history, but not put on the screen. */
  readonly quiet: boolean;
}

/** The end of a turn is heard with what ended it; one's own choice is asked below. */
function isQuiet(event: EventView, scene: Scene): boolean {
  return event.kind === "end" || (event.kind === "choice" && event.player === scene.you);
}

export function lineOf(event: EventView, scene: Scene): Line {
  const [key, params] = worded(event, scene);
  return { key: `say.${key}`, params, why: event.reason, quiet: isQuiet(event, scene) };
}

type Worded = [string, Record<string, Param>];

function person(key: string, seat: number, scene: Scene, more: Record<string, Param> = {}): Worded {
  return [`${key}.${seat === scene.you ? "you" : "other"}`, { name: { seat }, ...more }];
}

function worded(event: EventView, scene: Scene): Worded {
  switch (event.kind) {
    case "start":
      return event.elements.length
        ? ["startElements", { face: { face: event.face }, elements: { effects: event.elements } }]
        : ["start", { face: { face: event.face } }];
    case "cocked":
    case "out":
      return [event.kind, { count: event.count }];
    case "x":
      return ["x", { count: event.count, null: { face: "X" } }];
    case "lock":
      return ["lock", { count: event.count, face: { face: event.face } }];
    case "extra":
      return event.players.length
        ? ["extra", { players: { seats: event.players } }]
        : ["extraNobody", {}];
    case "column":
      return person("column", event.winner, scene);
    case "collect":
      return person("collect", event.player, scene, { faces: { counts: event.faces } });
    case "suppressed":
      return ["suppressed", { faces: { faces: event.faces } }];
    case "accio":
      return event.face === null
        ? person("accioNone", event.player, scene)
        : person("accio", event.player, scene, { face: { face: event.face } });
    case "stack":
      return ["stack", { count: event.tower.length }];
    case "pile":
      return person("pile", event.player, scene, { count: event.count });
    case "choice":
    case "end":
    case "no_dice":
      return person(event.kind, event.player, scene);
    case "elim":
      return person("elim", event.player, scene, { count: event.points });
    case "next":
      return person(event.throw === "all" ? "nextAll" : "next", event.player, scene);
    case "over":
      return overed(event.winners, scene);
    default:
      return [event.kind, {}];
  }
}

function overed(winners: readonly number[], scene: Scene): Worded {
  const [first] = winners;
  if (first === undefined) return ["over.nobody", {}];
  if (winners.length > 1) return ["over.shared", { names: { seats: winners } }];
  return person("over", first, scene);
}
