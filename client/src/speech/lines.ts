/** Events to what is said about them: keys of the texts with what fills them. Pure, no language. */

import type { Key } from "../i18n";
import type { EventView, NoteView, ReasonKey } from "../protocol";

/** Who is spoken of; the reader may be one of them. */
export interface Scene {
  readonly edition: string;
  readonly names: readonly string[];
  /** The only own seat, or null where several or none are here. */
  readonly you: number | null;
  /** All seats of whoever reads this. */
  readonly own: readonly number[];
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
  readonly key: Key;
  readonly params: Readonly<Record<string, Param>>;
  /** Why it happened; null for a line that is itself a reason. */
  readonly why: ReasonKey | null;
  /** The rules behind it, by their numbers. */
  readonly rules: readonly string[];
  /** Quiet lines are read out and kept in the history, but not put on the screen. */
  readonly quiet: boolean;
  /** Said in passing: on the screen only until something else has been said of the throw. */
  readonly passing: boolean;
}

/** The end of a turn is seen from what ended it, unless somebody stopped; one's own choice is asked below. */
function isQuiet(event: EventView, scene: Scene): boolean {
  if (event.kind === "end") return event.reason !== "stopped";
  return event.kind === "choice" && scene.own.includes(event.player);
}

/** Whose turn it is stands below; what happened is what must stay. */
function isPassing(event: EventView): boolean {
  return event.kind === "next" && event.throw === "one";
}

export function lineOf(event: EventView, scene: Scene): Line {
  const [key, params] = worded(event, scene);
  return {
    key,
    params,
    why: event.reason,
    rules: event.rules,
    quiet: isQuiet(event, scene),
    passing: isPassing(event),
  };
}

/** The sides of dice that a line speaks of. */
export function facesOf(line: Line): readonly string[] {
  const faces = Object.values(line.params).flatMap((param) => {
    if (typeof param !== "object") return [];
    if ("face" in param) return [param.face];
    if ("faces" in param) return param.faces;
    return "counts" in param ? Object.keys(param.counts) : [];
  });
  return [...new Set(faces)];
}

/** What did not happen with an event, and why. */
export function notesOf(event: EventView): Line[] {
  return event.notes.map(noteLine);
}

function noteLine(note: NoteView): Line {
  const params = { faces: { faces: note.faces } };
  const said = { key: `why.${note.reason}`, params } as const;
  return { ...said, why: null, rules: note.rules, quiet: false, passing: false };
}

/** Everything that is said about an event, in order. */
export function linesOf(event: EventView, scene: Scene): Line[] {
  return [lineOf(event, scene), ...notesOf(event)];
}

/** The seat a sentence is about; null where it is about nobody, or about several. */
export function actorOf(line: Line): number | null {
  const { name } = line.params;
  return typeof name === "object" && "seat" in name ? name.seat : null;
}

type Worded = readonly [Key, Readonly<Record<string, Param>>];
/** What is said differently to the one it is about. */
type Personal = Key extends infer One
  ? One extends `say.${infer Name}.you`
    ? Name
    : never
  : never;

function person(
  name: Personal,
  seat: number,
  scene: Scene,
  more: Readonly<Record<string, Param>> = {},
): Worded {
  return [`say.${name}.${seat === scene.you ? "you" : "other"}`, { name: { seat }, ...more }];
}

/** The sentence for an event; every kind has one, or this does not compile. */
function worded(event: EventView, scene: Scene): Worded {
  switch (event.kind) {
    case "start":
      return event.elements.length
        ? [
            "say.startElements",
            { face: { face: event.face }, elements: { effects: event.elements } },
          ]
        : ["say.start", { face: { face: event.face } }];
    case "cocked":
    case "out":
      return [`say.${event.kind}`, { count: event.count }];
    case "x":
      return ["say.x", { count: event.count, null: { face: "X" } }];
    case "lock":
      return ["say.lock", { count: event.count, face: { face: event.face } }];
    case "extra":
      return event.players.length
        ? [
            event.reason === "storm" ? "say.extra.storm" : "say.extra.salvo",
            { players: { seats: event.players } },
          ]
        : ["say.extraNobody", {}];
    case "column":
      return person("column", event.winner, scene);
    case "collect":
      return person("collect", event.player, scene, { faces: { counts: event.faces } });
    case "suppressed":
      return ["say.suppressed", { faces: { faces: event.faces } }];
    case "accio":
      return event.face === null
        ? person("accioNone", event.player, scene)
        : person("accio", event.player, scene, { face: { face: event.face } });
    case "stack":
      return ["say.stack", { count: event.tower.length }];
    case "reverse":
      return [event.dir > 0 ? "say.reverse.clockwise" : "say.reverse.counter", {}];
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
    case "start_again":
    case "dissolve":
    case "pass_left":
      return [`say.${event.kind}`, {}];
  }
}

function overed(winners: readonly number[], scene: Scene): Worded {
  const [first] = winners;
  if (first === undefined) return ["say.over.nobody", {}];
  if (winners.length > 1) return ["say.over.shared", { names: { seats: winners } }];
  return person("over", first, scene);
}
