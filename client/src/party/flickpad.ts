/** A flick on a phone as one on the table. Pure. */

import type { Sample } from "../arena/flick";

interface Pad {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The mat and the space before it, in metres, that the width of a pad stands for. */
const ACROSS = 0.34;
/** A wide pad does not ask for wider strokes: a hand is no larger on a tablet. */
const WIDEST = 480;
/** Where on the pad the middle of the mat is, as a share of the height from above. */
const MIDDLE = 0.35;

/** Where a finger is on the table, seen from one's own side; time in seconds. */
export function onTable(pad: Pad, x: number, y: number, time: number): Sample {
  const metres = ACROSS / Math.min(pad.width, WIDEST);
  return {
    x: (x - pad.left - pad.width / 2) * metres,
    y: (pad.top + pad.height * MIDDLE - y) * metres,
    time,
  };
}
