/** A throw as an animated GIF, made on this device: small enough for a message, played everywhere. */

import { applyPalette, GIFEncoder, quantize } from "gifenc";
import type { Finish, Mat } from "../../protocol";
import type { LookName, Piece, Trajectory } from "../types";
import { ClipPainter, SIZE } from "./painter";
import { timeline } from "./timeline";

interface ClipScene {
  readonly look: LookName;
  /** The dice that lay there before. */
  readonly before: readonly Piece[];
  readonly flight: Trajectory;
  /** What the dice of each hand look like, and the mat. */
  readonly finishes: readonly (Finish | null)[];
  readonly mat: Mat | null;
  /** Who throws, and what came of it. */
  readonly title: string;
  readonly result: string;
}

/** One colour of the palette means "as in the frame before": most of the picture stands still. */
const SAME = 255;

export async function makeClip(scene: ClipScene): Promise<Blob> {
  await document.fonts?.ready;
  const painter = new ClipPainter(scene.look, scene.mat);
  const moments = timeline(scene.before, scene.flight, scene.finishes);
  const paint = async ({ dice, over }: (typeof moments)[number]) =>
    (await painter.frame(dice, scene.title, over ? scene.result : "")).data;
  const last = moments.at(-1);
  const palette = quantize(last ? await paint(last) : new Uint8Array(), SAME);
  const gif = GIFEncoder();
  let shown: Uint8Array | null = null;
  for (const moment of moments) {
    const index = applyPalette(await paint(moment), palette);
    gif.writeFrame(shown ? changed(shown, index) : index, SIZE.width, SIZE.height, {
      ...(shown ? {} : { palette: [...palette, [0, 0, 0]], repeat: 0 }),
      delay: Math.round(moment.seconds * 1000),
      transparent: shown !== null,
      transparentIndex: SAME,
      dispose: 1,
    });
    shown = index;
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: "image/gif" });
}

/** Only what differs from the frame before. */
export function changed(before: Uint8Array, now: Uint8Array): Uint8Array {
  return now.map((colour, i) => (colour === before[i] ? SAME : colour));
}
