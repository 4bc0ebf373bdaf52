/** What everything shown works with: the stage, what lies on it, the clock of motions, the sound. */

import type { Motions } from "./motions";
import type { Sound } from "./sound";
import type { Stage } from "./stage";
import type { Tabletop } from "./tabletop";

export interface Show {
  readonly stage: Stage;
  readonly top: Tabletop;
  readonly motions: Motions;
  readonly sound: Sound;
  /** Whoever wants little motion sees only how things end. */
  calm: boolean;
  /** Draws the next frame. */
  wake(): void;
  /** So many seconds, or none where it is calm; something is about to move. */
  time(seconds: number): number;
  /** Where it is calm, as long as one looks at what would move. */
  stand(): Promise<void>;
}
