/** The order in which dice are drawn: far ones first, low ones before those that lie on them. */

import type { Pose } from "../types";
import type { FlatView } from "./view";

export function byDepth<T>(dice: T[], poseOf: (die: T) => Pose, view: FlatView): T[] {
  const depth = (die: T) => {
    const [x, y, z] = poseOf(die);
    return view.seen(x, y, 0)[1] - z;
  };
  return dice.sort((a, b) => depth(b) - depth(a));
}
