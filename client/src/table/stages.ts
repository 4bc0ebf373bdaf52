/** On which stage the arena is drawn: in WebGL where the browser can, else flat. Loaded when needed. */

import { drawing } from "../arena/solid/context";
import type { Stage } from "../arena/stage";
import type { Picture } from "../arena/types";

/** A stage in `surface`, as wished; where that cannot be drawn, the flat one. */
export async function stageOn(surface: HTMLElement, picture: Picture): Promise<Stage> {
  const drawn = picture === "flat" ? null : drawing(picture);
  if (picture !== "flat" && drawn) {
    try {
      const { SolidStage } = await import("../arena/solid/stage");
      return new SolidStage(surface, picture, drawn);
    } catch (error) {
      console.warn(error);
    }
  }
  const { FlatStage } = await import("../arena/flat/stage");
  return new FlatStage(surface);
}

/** Fetches what every picture needs, and the flat one: so little that it may come before it is needed. */
export async function fetchAhead(): Promise<void> {
  await Promise.allSettled([import("./director"), import("../arena/flat/stage")]);
}
