/** The steps of a game that are worth jumping to: what the coach names, who goes out, the great takes. Pure. */

import type { EventView, GameReview, Replay } from "../protocol";

export interface Moment {
  /** The step in which it happens, counted from 0. */
  readonly step: number;
  readonly kind: "turning" | "out" | "take" | "over";
}

/** A take of this many dice is great; of those the greatest are named. */
const GREAT_TAKE = 3;
const MOST_TAKES = 3;

export function momentsOf(replay: Replay, review: GameReview | null): Moment[] {
  const found = new Map<number, Moment>();
  const note = (step: number, kind: Moment["kind"]) => {
    if (!found.has(step)) found.set(step, { step, kind });
  };
  const noteAll = (kind: "over" | "elim", as: Moment["kind"]) =>
    replay.steps.forEach(({ step }, i) => {
      if (step.events.some((event) => event.kind === kind)) note(i, as);
    });
  noteAll("over", "over");
  if (review?.status === "ready" && review.turning) note(review.turning.step, "turning");
  noteAll("elim", "out");
  for (const step of greatTakes(replay)) note(step, "take");
  return [...found.values()].sort((a, b) => a.step - b.step);
}

/** The steps with the greatest takes, greatest first. */
function greatTakes(replay: Replay): number[] {
  return replay.steps
    .map(({ step }, i) => ({ i, dice: diceTaken(step.events) }))
    .filter(({ dice }) => dice >= GREAT_TAKE)
    .sort((a, b) => b.dice - a.dice)
    .slice(0, MOST_TAKES)
    .map(({ i }) => i);
}

/** How many dice a step brought to its player. */
export function diceTaken(events: readonly EventView[]): number {
  return events
    .filter((event) => event.kind === "collect" || event.kind === "accio")
    .reduce((sum, event) => sum + event.dice.length, 0);
}

/** The step of a throw; null where the game has none of that number. */
export function stepOfThrow(replay: Replay, number: number): number | null {
  const step = replay.steps.findIndex(({ thrown }) => thrown?.throw === number);
  return step < 0 ? null : step;
}

/** The step of the throw that is seen when so many steps have been shown; null where nothing flew. */
export function throwAt(replay: Replay, shown: number): number | null {
  const throws = replay.steps.flatMap(({ thrown }, step) => (thrown ? [step] : []));
  return throws.findLast((step) => step < shown) ?? throws[0] ?? null;
}
