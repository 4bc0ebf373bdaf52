/** Says what a step brought, all at once: where nothing is shown, and when all has been shown. */

import type { StepMade } from "../protocol";
import { table } from "../store";
import { said, showing } from "../table/display";
import { sceneOf } from "./audience";
import { linesOf } from "./lines";

export function tell(step: StepMade): void {
  const scene = sceneOf(table.value);
  const lines = step.events.flatMap((event) => linesOf(event, scene));
  const last = lines.filter((line) => !line.quiet).at(-1);
  showing.value = last ? { line: last, scene } : null;
  said.value = { lines, scene, game: step.game };
}
