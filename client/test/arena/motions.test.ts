/** Motions follow the clock: slow frames skip, skipping ends everything, nothing is lost. */

import { expect, test } from "vitest";
import boxes from "../../src/arena/boxes.json";
import { Motions } from "../../src/arena/motions";
import { places, supplySpot } from "../../src/arena/seats";
import type { Box } from "../../src/arena/types";

test("one slow frame shows what many quick ones would", async () => {
  const motions = new Motions();
  const seen: number[] = [];
  const done = motions.run(1, (share) => seen.push(share));
  motions.advance(0.25);
  motions.advance(5);
  await done;
  expect(seen).toEqual([0.25, 1]);
  expect(motions.busy).toBe(false);
});

test("whoever draws is woken by every motion, also by one that follows another", async () => {
  let woken = 0;
  const motions = new Motions(() => woken++);
  const both = motions.run(1, () => undefined).then(() => motions.wait(1));
  motions.advance(2);
  await Promise.resolve();
  expect(woken).toBe(2);
  motions.advance(2);
  await both;
  await motions.run(0, () => undefined);
  expect(woken).toBe(2);
});

test("a delay is waited for, double speed halves it", () => {
  const motions = new Motions();
  const seen: number[] = [];
  motions.speed = 2;
  void motions.run(1, (share) => seen.push(share), undefined, 1);
  motions.advance(0.4);
  expect(seen).toEqual([]);
  motions.advance(0.35);
  expect(seen).toEqual([0.5]);
});

test("what takes no time is done at once, without a frame", async () => {
  const motions = new Motions();
  const seen: number[] = [];
  await motions.run(0, (share) => seen.push(share));
  expect(seen).toEqual([1]);
});

test("skipping ends everything at the next step", async () => {
  const motions = new Motions();
  const long = motions.run(60, () => undefined);
  motions.speed = Number.POSITIVE_INFINITY;
  motions.advance(0.001);
  await long;
  expect(motions.busy).toBe(false);
});

test.each([2, 3, 4, 5])("no two of the dice of %i players lie on one spot", (seats) => {
  const box = boxes.strike as unknown as Box;
  for (const [wide, behind] of [
    [false, 0],
    [true, 0],
    [false, 0.04],
    [true, 0.04],
  ] as const) {
    const spots = places(box, seats, wide, behind).flatMap((place) =>
      Array.from({ length: 9 }, (_, i) => supplySpot(place, i, 9)),
    );
    for (const [i, a] of spots.entries()) {
      for (const b of spots.slice(i + 1)) {
        expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThan(box.die.edge);
      }
    }
  }
});
