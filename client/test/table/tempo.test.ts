/** What bots do is shown quickly, unless it is worth seeing. */

import { expect, test } from "vitest";
import type { EventView, StepMade } from "../../src/protocol";
import { tempoOf } from "../../src/table/tempo";

const step = (...events: object[]) => ({ events: events as EventView[] }) as StepMade;

const DULL = step({ kind: "choice" });
const CATCH = step({ kind: "collect", dice: [1, 2] });
const GREAT = step({ kind: "collect", dice: [1, 2, 3, 4] });
const OUT = step({ kind: "x", dice: [1] }, { kind: "elim" });

test("the more happens, the slower", () => {
  const tempos = [DULL, CATCH, GREAT].map((one) => tempoOf(one, 0));
  expect(tempos).toEqual([...tempos].sort((a, b) => b - a));
  expect(new Set(tempos).size).toBe(3);
  expect(tempoOf(OUT, 0)).toBe(tempoOf(GREAT, 0));
  expect(tempoOf(GREAT, 0)).toBeLessThan(1.5);
});

test("a throw that nobody knows the end of yet is neither", () => {
  expect(tempoOf(null, 0)).toBeLessThan(tempoOf(DULL, 0));
  expect(tempoOf(null, 0)).toBeGreaterThan(tempoOf(CATCH, 0));
});

test("the longer one waits, the quicker", () => {
  const tempos = [0, 2, 4].map((waited) => tempoOf(CATCH, waited));
  expect(tempos).toEqual([...tempos].sort((a, b) => a - b));
  expect(new Set(tempos).size).toBe(3);
});
