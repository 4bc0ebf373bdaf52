/** How quickly what bots do is shown: dull throws in a blink, drama at its length, and never a long wait. Pure. */

import type { StepMade } from "../protocol";

/** Times real time. */
const TEMPO = { dull: 4.5, lively: 2.8, drama: 1.4, unknown: 3.2 };
/** Dice that make a catch worth seeing. */
const CATCH = 4;
/** Seconds of waiting after which one is in more of a hurry, and by how much. */
const PATIENCE = [
  [3, 4],
  [1.6, 1.8],
] as const;

const DRAMATIC: readonly string[] = ["elim", "over", "extra", "column", "pass_left"];
const LIVELY: readonly string[] = [
  "collect",
  "x",
  "out",
  "accio",
  "stack",
  "lock",
  "pile",
  "reverse",
];

/** The tempo of a bot's throw and of what comes of it, for somebody who has waited so many seconds. */
export function tempoOf(step: StepMade | null, waited: number): number {
  const hurry = PATIENCE.find(([after]) => waited >= after)?.[1] ?? 1;
  return TEMPO[kindOf(step)] * hurry;
}

function kindOf(step: StepMade | null): keyof typeof TEMPO {
  if (!step) return "unknown";
  const { events } = step;
  if (events.some((one) => DRAMATIC.includes(one.kind))) return "drama";
  if (events.some((one) => one.kind === "collect" && one.dice.length >= CATCH)) return "drama";
  return events.some((one) => LIVELY.includes(one.kind)) ? "lively" : "dull";
}
