/** Which side of a die somebody wants to know about; told by `explained.tsx`. */

import { signal } from "@preact/signals";
import type { GameView } from "../protocol";
import type { PageState } from "../state";

export const explained = signal<string | null>(null);

export function explain(face: string): void {
  explained.value = face;
}

export function explainNothing(): void {
  explained.value = null;
}

/** The side that a lying die shows; of a tower that is the one on top. */
export function faceOf(game: GameView | null, die: number): string | null {
  const piece = game?.arena.find(({ dice }) => dice.some((one) => one.id === die));
  return piece?.dice.at(-1)?.face ?? null;
}

/** A die of the arena is asked about; null: no more. */
export function explainDie(page: PageState, die: number | null): void {
  explained.value = die === null ? null : faceOf(page.table.value.game, die);
}

/** One after the other of the sides that lie in the arena, then none. */
export function explainNext(page: PageState): void {
  const lying = (page.table.value.game?.arena ?? []).flatMap(({ dice }) => dice.at(-1)?.face ?? []);
  const sides = [...new Set(lying)];
  const at = explained.value === null ? -1 : sides.indexOf(explained.value);
  explained.value = sides[at + 1] ?? null;
}
