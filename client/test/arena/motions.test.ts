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
  void motions.run(1, (share) => seen.push(share), 1);
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

test("a hold stops everything for real seconds, but nobody who is in a hurry", () => {
  const motions = new Motions();
  let seen = 0;
  void motions.run(1, (share) => {
    seen = share;
  });
  motions.hold(0.1);
  motions.advance(0.1);
  expect(seen).toBe(0);
  motions.advance(0.5);
  expect(seen).toBeCloseTo(0.5);
  motions.speed = 2;
  motions.hold(0.1);
  motions.advance(0.1);
  expect(seen).toBeCloseTo(0.7);
});

test.each([2, 3, 4, 5])("no two of the dice of %i players lie on one spot", (seats) => {
  const box = boxes.strike as unknown as Box;
  for (const [shape, behind] of [
    ["tall", 0],
    ["wide", 0],
    ["low", 0],
    ["tall", 0.026],
    ["wide", 0.026],
    ["low", 0.026],
  ] as const) {
    const spots = places(box, seats, shape, behind).flatMap((place) =>
      Array.from({ length: 9 }, (_, i) => ({ at: supplySpot(place, i, 9), scale: place.scale })),
    );
    for (const [i, a] of spots.entries()) {
      for (const b of spots.slice(i + 1)) {
        const reach = (box.die.edge * (a.scale + b.scale)) / 2;
        expect(Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1])).toBeGreaterThan(reach);
      }
    }
  }
});
