/** On which stage the arena is drawn: flat at first, and in WebGL where the browser can. Loaded when
 * needed. */

import { type Drawing, drawing } from "../arena/solid/context";
import type { Stage } from "../arena/stage";
import { type Losable, Twofold } from "../arena/twofold";
import type { QualityName } from "../arena/types";
import type { StartPicture } from "../settings";

/** A stage in `surface`; `onFlat` is called where 3D is given up. */
export async function stageOn(
  surface: HTMLElement,
  { picture, isWished }: StartPicture,
  onFlat: () => void,
): Promise<Stage> {
  const { FlatStage } = await import("../arena/flat/stage");
  const drawn = picture === "flat" ? null : drawing(picture, isWished);
  const solid = picture === "flat" || !drawn ? null : solidStage(picture, drawn);
  const depth = { stage: Promise.resolve(solid), isWished, onFlat };
  return new Twofold(surface, new FlatStage(), depth);
}

async function solidStage(quality: QualityName, drawn: Drawing): Promise<Losable | null> {
  try {
    const { SolidStage } = await import("../arena/solid/stage");
    return new SolidStage(quality, drawn);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Fetches what every picture needs, and the flat one: so little that it may come before it is needed. */
export async function fetchAhead(): Promise<void> {
  await Promise.allSettled([import("./director"), import("../arena/flat/stage")]);
}
