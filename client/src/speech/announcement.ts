/** Says what a step brought: sentence by sentence while it is shown, or all at once. */

import { signal } from "@preact/signals";
import type { GameView, StepMade } from "../protocol";
import type { PageState } from "../state";
import { sceneOf } from "./audience";
import { linesOf, type Scene, type SpokenLine } from "./lines";

export interface Said {
  readonly lines: readonly SpokenLine[];
  readonly scene: Scene;
  readonly game: GameView;
}

/** What came of a throw, sentence by sentence. */
export interface Outcome {
  /** Another throw has another number. */
  readonly id: number;
  readonly game: string;
  /** Who threw; null where several did. */
  readonly thrower: number | null;
  readonly lines: readonly SpokenLine[];
  readonly scene: Scene;
}

/** All that the last step brought. */
export const said = signal<Said | null>(null);
/** What is on the screen: it stays until the next throw. */
export const outcome = signal<Outcome | null>(null);

let outcomes = 0;

/**
 * Puts the sentences of a step on the screen, one with each call. A throw begins with the first
 * of them; what follows without a throw (a die chosen, a turn ended) belongs to the throw before.
 */
export function announcing(page: PageState, step: StepMade): (line: SpokenLine) => void {
  const scene = sceneOf(page);
  const game = step.game.game;
  const before = step.throw === null && outcome.value?.game === game ? outcome.value : null;
  const id = before?.id ?? ++outcomes;
  const thrower = before ? before.thrower : step.seat;
  let lines = before?.lines ?? [];
  return (line) => {
    if (line.quiet) return;
    lines = [...lines, line];
    outcome.value = { id, game, thrower, lines, scene };
  };
}

/** All has been seen: those who hear the page are told, and a throw without a word leaves none. */
export function announced(page: PageState, step: StepMade): void {
  const scene = sceneOf(page);
  const lines = step.events.flatMap((event) => linesOf(event, scene));
  if (step.throw !== null && lines.every((line) => line.quiet)) outcome.value = null;
  said.value = { lines, scene, game: step.game };
}

/** Says everything at once, where nothing is shown. */
export function announce(page: PageState, step: StepMade): void {
  const scene = sceneOf(page);
  const say = announcing(page, step);
  for (const event of step.events) linesOf(event, scene).forEach(say);
  announced(page, step);
}

/** Nothing has happened yet. */
export function beSilent(): void {
  outcome.value = null;
  said.value = null;
}
