/** What the coach thinks of throwing or stopping, without numbers. Pure. */

import type { OddsAnswer } from "../protocol";

/** Differences of the chance to win that nobody notices, and that everybody does. */
const NOTICED = 0.01;
const CLEAR = 0.05;

type Opinion = "same" | "throw.little" | "throw.much" | "stop.little" | "stop.much";

/** Null if there is nothing to choose. */
export function opinionOf({ stop, throws }: Pick<OddsAnswer, "stop" | "throws">): Opinion | null {
  const best = throws[0];
  if (!best || stop === null) return null;
  const gain = best.chance - stop;
  if (Math.abs(gain) < NOTICED) return "same";
  const what = gain > 0 ? "throw" : "stop";
  return `${what}.${Math.abs(gain) < CLEAR ? "little" : "much"}`;
}
