/** What was said last: for the caption, the history, and those who hear the page. */

import { signal } from "@preact/signals";
import type { GameView } from "../protocol";
import type { Scene, SpokenLine } from "./lines";

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
