/** What is being shown at the moment: signals between the director and the panels. */

import { signal } from "@preact/signals";
import type { Insets } from "../arena/view";
import type { GameView } from "../protocol";
import type { Line, Scene } from "../speech/lines";
import type { Director } from "./director";

export interface Said {
  readonly lines: readonly Line[];
  readonly scene: Scene;
  readonly game: GameView;
}

/** What was said last, for the caption, the history and the live region. */
export const said = signal<Said | null>(null);
export const showing = signal<{ readonly line: Line; readonly scene: Scene } | null>(null);
/** Bumped when the picture moved, so that labels follow. */
export const pictureMoved = signal(0);
/** Whether the supplies are being carried round to another seat. */
export const turning = signal(false);
/** Times real time; infinity while skipping. */
export const impatient = signal(1);
/** The one who shows things, once the 3D part has been loaded. */
export const director = signal<Director | null>(null);
/** True where this browser cannot draw the arena. */
export const noPicture = signal(false);
export const insets = signal<Insets>({ top: 0, right: 0, bottom: 0, left: 0 });
