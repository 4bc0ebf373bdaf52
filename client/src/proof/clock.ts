/** Seconds on this device, as much as passed at least: while a phone sleeps one of its clocks stands
 * still, and the other one may be set back. */

interface Clock {
  now(): number;
}

export function clock(...clocks: readonly Clock[]): () => number {
  let seen = clocks.map((one) => one.now());
  let elapsed = 0;
  return () => {
    const now = clocks.map((one) => one.now());
    elapsed += Math.max(0, ...now.map((at, n) => at - (seen[n] ?? at)));
    seen = now;
    return elapsed / 1000;
  };
}
