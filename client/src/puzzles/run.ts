/** Which puzzle comes next: those of a run that was begun, else the one that helps most. */

import { signal } from "@preact/signals";
import { missedIn, nextOf } from "../memory/attempts";
import { attempts } from "../memory/shelf";
import { go } from "../route";
import { book } from "./puzzle";

/** What is left of a run through everything that was missed. */
export const run = signal<readonly string[]>([]);

/** The puzzle of a number, counted from 1; numbers are what links have. */
export function numberOf(id: string): number {
  return (book.value?.puzzles ?? []).findIndex((one) => one.id === id) + 1;
}

export function isInBook(id: string): boolean {
  return numberOf(id) > 0;
}

/** What was missed and is still in the book. */
export function missed(): string[] {
  return missedIn(attempts.value).filter(isInBook);
}

export function redoMissed(): void {
  run.value = missed();
  goOn(null);
}

/** To the next puzzle; to the list if nothing is left. */
export function goOn(now: string | null): void {
  const [first, ...rest] = run.value.filter((id) => id !== now);
  run.value = rest;
  const next = first ?? nextId(now);
  if (next === null) go({ at: "puzzles" });
  else go({ at: "puzzle", number: numberOf(next) });
}

export function nextId(now: string | null): string | null {
  const ids = (book.value?.puzzles ?? []).map((one) => one.id);
  return nextOf(ids, attempts.value, now);
}
