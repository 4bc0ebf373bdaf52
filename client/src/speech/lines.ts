/** Remarks on events as this page says them: to whom, and what is only heard. Pure, no language. */

import type { Key } from "../i18n";
import { type EventView, PERSONAL, type PersonalKey, type Remark } from "../protocol";

/** Who is spoken of; the reader may be one of them. */
export interface Scene {
  readonly edition: string;
  readonly names: readonly string[];
  /** The only own seat, or null where several or none are here. */
  readonly you: number | null;
  /** All seats of whoever reads this. */
  readonly own: readonly number[];
}

export interface SpokenLine extends Omit<Remark, "key"> {
  readonly key: Key;
  /** Quiet lines are read out and kept in the history, but not put on the screen. */
  readonly quiet: boolean;
  /** Said in passing: on the screen only until something else has been said of the throw. */
  readonly passing: boolean;
}

/** Everything that is said about an event: what happened, then what did not happen with it. */
export function linesOf(event: EventView, scene: Scene): SpokenLine[] {
  return event.remarks.map((remark, i) => ({
    ...remark,
    key: addressed(remark, scene),
    quiet: i === 0 && isQuiet(event, remark, scene),
    passing: i === 0 && isPassing(event),
  }));
}

/** The end of a turn is seen from what ended it, unless somebody stopped; one's own choice is asked below. */
function isQuiet(event: EventView, remark: Remark, scene: Scene): boolean {
  if (event.kind === "end") return remark.why !== "why.stopped";
  return event.kind === "choice" && scene.own.includes(event.seat);
}

/** Whose turn it is stands below, and so what may be chosen until it was; what happened must stay. */
function isPassing(event: EventView): boolean {
  return event.kind === "choice" || (event.kind === "next" && event.throw === "one");
}

/** What is said of one seat is said to whoever holds it alone; all has words, or this does not compile. */
function addressed({ key, params }: Remark, scene: Scene): Key {
  if (!isPersonal(key)) return key;
  return `${key}.${params.name === scene.you ? "you" : "other"}`;
}

function isPersonal(key: string): key is PersonalKey {
  return PERSONAL.some((one) => one === key);
}

/** The sides of dice that a line speaks of. */
export function facesOf({ params: { face, faces } }: SpokenLine): readonly string[] {
  const several = Array.isArray(faces) ? faces : Object.keys(faces ?? {});
  return [...new Set(face === undefined ? several : [face, ...several])];
}

/** The seat a sentence is about; null where it is about nobody, or about several. */
export function actorOf(line: SpokenLine): number | null {
  return line.params.name ?? null;
}
