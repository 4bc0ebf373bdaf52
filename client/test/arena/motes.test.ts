/** Smoke and sparks: they come, drift, fade and are gone; never too many. */

import { expect, test } from "vitest";
import { Cloud, type Mote, seen } from "../../src/arena/motes";

/** Keeps what it would draw. */
class Seen extends Cloud {
  drawn: readonly Mote[] = [];

  protected draw(motes: readonly Mote[]): void {
    this.drawn = motes;
  }
}

const PUFF = {
  at: [0, 0, 0],
  colour: "#fff",
  count: 8,
  out: 0.1,
  up: 0.2,
  life: 1,
  size: 0.01,
  grow: 0.01,
  alpha: 0.5,
} as const;

test("motes rise, grow, fade and end", () => {
  const motes = new Seen(420);
  motes.burst(PUFF);
  motes.advance(0.2);
  expect(motes.drawn).toHaveLength(8);
  const [first] = motes.drawn;
  if (!first) throw new Error("nothing came of the puff");
  expect(first.z).toBeGreaterThan(0);
  const early = seen(first);
  motes.advance(0.3);
  expect(seen(first)).toBeLessThan(early);
  motes.advance(2);
  expect(motes.busy).toBe(false);
});

test("never more than the picture bears, and none after clearing", () => {
  const motes = new Seen(10);
  motes.burst(PUFF);
  motes.burst(PUFF);
  motes.advance(0.01);
  expect(motes.drawn).toHaveLength(10);
  motes.clear();
  expect([motes.busy, motes.drawn]).toEqual([false, []]);
});
