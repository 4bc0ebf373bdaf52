/**
 * One drawer of what this device remembers: a value under its name in the browser's storage, with
 * a version. It knows nothing of what lies in it.
 */

import { remembered, type Setting, sharedBetweenTabs } from "../settings";
import type { Check } from "../shapes";

/** Raised when what lies in a drawer changes its shape; what another version kept is dropped. */
export const VERSION = 1;

export interface Drawer<T> extends Setting<T> {
  /** Under which it is kept, and exported. */
  readonly name: string;
  readonly isEmpty: boolean;
  empty(): void;
  /** Takes over what another tab of this page keeps. */
  follow(page: Window): void;
}

interface Kept<T> {
  readonly version: number;
  readonly kept: T;
}

export function drawer<T>(name: string, start: T, valid: Check<T>): Drawer<T> {
  const key = `memory.${name}`;
  const labelled = (kept: T): Kept<T> => ({ version: VERSION, kept });
  const isKept = (value: unknown): value is Kept<T> => {
    const found = value as Partial<Kept<unknown>> | null;
    return found?.version === VERSION && valid(found.kept);
  };
  const inside = remembered(key, labelled(start), isKept);
  return {
    name,
    get value() {
      return inside.value.kept;
    },
    set value(next) {
      inside.value = labelled(next);
    },
    change: (by) => inside.change(({ kept }) => labelled(by(kept))),
    get isEmpty() {
      return JSON.stringify(inside.value.kept) === JSON.stringify(start);
    },
    empty: () => {
      inside.value = labelled(start);
    },
    follow: (page) => sharedBetweenTabs(page, key, inside),
  };
}
