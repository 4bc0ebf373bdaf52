/** On which stage the arena is drawn: in WebGL where the browser can, else flat. Loaded when needed. */

import type { Stage } from "../arena/stage";
import type { Picture } from "../arena/types";

/** A stage in `surface`, as wished; where that cannot be drawn, the flat one. */
export async function stageOn(surface: HTMLElement, picture: Picture): Promise<Stage> {
  if (picture !== "flat") {
    try {
      const { SolidStage } = await import("../arena/solid/stage");
      return new SolidStage(surface, picture);
    } catch (error) {
      console.warn(error);
    }
  }
  const { FlatStage } = await import("../arena/flat/stage");
  return new FlatStage(surface);
}
