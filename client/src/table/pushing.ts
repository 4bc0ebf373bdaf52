/** Pushing lying dice by keyboard: N chooses one, arrows move it, letting go leaves it there. */

import type { DieView } from "../protocol";
import type { Session } from "../session";
import type { PageState } from "../state";
import { pushDie } from "./commands";
import { director } from "./display";

const STEP = 0.004;
const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

let chosen = 0;
let moved: { readonly die: number; readonly x: number; readonly y: number } | null = null;

function lying(page: PageState): DieView[] {
  return (page.table.value.game?.arena ?? []).flatMap(({ dice }) => dice.slice(0, 1));
}

/** True where the key was one for pushing. */
export function pushKey(page: PageState, key: string): boolean {
  const dice = lying(page);
  if (!page.pushing.value || !dice.length) return false;
  if (key === "n") {
    chosen = (chosen + 1) % dice.length;
    director.value?.arena.grasp.mark(dice[chosen]?.id ?? null);
    return true;
  }
  const way = WAYS[key];
  const die = dice[chosen % dice.length];
  if (!way || !die) return false;
  const at = moved?.die === die.id ? moved : { x: die.pose[0] ?? 0, y: die.pose[1] ?? 0 };
  director.value?.arena.grasp.mark(die.id);
  moved = director.value?.arena.grasp.slide(die.id, at.x + way[0], at.y + way[1]) ?? null;
  return true;
}

/** The key is let go: the die stays where it is, if the table agrees. */
export function pushEnds(session: Session, key: string): void {
  if (!WAYS[key] || !moved) return;
  pushDie(session, moved.die, moved.x, moved.y);
  moved = null;
}
