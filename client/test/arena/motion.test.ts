/** What moves: by the clock, at any pace, and not at all for whoever wants no motion. */

import { beforeEach, expect, test } from "vitest";
import boxes from "../../src/arena/boxes.json";
import { Effects } from "../../src/arena/effects";
import { Heart } from "../../src/arena/heart";
import { Cloud, type Mote, seen } from "../../src/arena/motes";
import { Motions } from "../../src/arena/motions";
import { Moves } from "../../src/arena/moves";
import { Playback, pacing } from "../../src/arena/playback";
import { places, supplySpot } from "../../src/arena/seats";
import type { Show } from "../../src/arena/show";
import { body, Tabletop } from "../../src/arena/tabletop";
import type { Box, Contact, Trajectory } from "../../src/arena/types";

// Motions follow the clock: slow frames skip, skipping ends everything, nothing is lost.

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

// What happens to dice, without a picture: what would move is seen for a while where it is calm.

let top: Tabletop;
let motions: Motions;
let effects: Effects;

beforeEach(() => {
  top = new Tabletop();
  for (const id of [1, 2]) top.bodies.set(id, body([0, 0, 0, 1, 0, 0, 0]));
  motions = new Motions();
  effects = new Effects({
    top,
    motions,
    stage: { light: () => undefined },
    sound: { glow: () => undefined, flare: () => undefined },
    calm: true,
    wake: () => undefined,
    time: () => 0,
    stand: () => motions.wait(0.9),
  } as unknown as Show);
});

const settled = () => new Promise((next) => setTimeout(next, 0));

test("without motion matching dice are lit and stand before they are taken", async () => {
  let over = false;
  void effects.shine([1], false).then(() => {
    over = true;
  });
  await settled();
  expect([over, top.bodies.get(1)?.shine, top.bodies.get(2)?.shine]).toEqual([false, 1.3, 0]);
  motions.advance(1);
  await settled();
  expect(over).toBe(true);
});

test("without motion a die that is lost is seen to be before it is gone", async () => {
  void effects.smoke([1]);
  await settled();
  expect(top.bodies.get(1)?.shine).toBeGreaterThan(3);
  motions.advance(1);
  await settled();
  expect([...top.bodies.keys()]).toEqual([2]);
});

// How fast a flight is shown: as it was, or slowly around the moment that decides.

test("without a moment that decides, time is time", () => {
  const { seconds, at } = pacing(2, null);
  expect(seconds).toBe(2);
  expect([0, 0.7, 2].map(at)).toEqual([0, 0.7, 2]);
});

test("around the moment it is slow, before and after as usual, and nothing is left out", () => {
  const { seconds, at } = pacing(2, { die: 1, time: 1 });
  expect(seconds).toBeCloseTo(3);
  expect(at(0.5)).toBe(0.5);
  expect(at(0.84 + 0.48)).toBeCloseTo(1);
  expect(at(seconds)).toBeCloseTo(2);
  const steps = Array.from({ length: 301 }, (_, i) => at((i * seconds) / 300));
  steps.slice(1).forEach((now, i) => {
    const gone = now - (steps[i] ?? 0);
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThan(0.0101);
  });
});

test("a moment at the very end or beginning does not leave the flight", () => {
  for (const time of [0, 2]) {
    const { seconds, at } = pacing(2, { die: 1, time });
    expect(at(0)).toBe(0);
    expect(at(seconds)).toBeCloseTo(2);
  }
});

const nothing = () => undefined;

/** A flight of so many frames, one a second, in which no die moves. */
function flightOf(frames: number, dice: readonly number[]): Trajectory {
  const still = { out: false, first: 0, last: frames - 1, poses: new Float32Array(7 * frames) };
  return { rate: 1, frames, tracks: dice.map((id) => ({ id, ...still })), contacts: [] };
}

/** A show of which only its view is looked at. */
function showing(view: object, calm = false): Show {
  return {
    top: new Tabletop(),
    motions: new Motions(),
    stage: {
      box: { die: { edge: 0.016 } },
      guide: { hide: nothing },
      advice: { hide: nothing },
      view: { follow: nothing, release: nothing, ...view },
    },
    sound: { contact: nothing, thud: nothing },
    calm,
    wake: nothing,
    time: (seconds: number) => (calm ? 0 : seconds),
  } as unknown as Show;
}

/** Plays a flight to its end. */
async function played(show: Show, flight: Trajectory, closeness?: number): Promise<void> {
  let over = false;
  new Playback(show, new Moves(show, new Effects(show)), nothing)
    .play(flight, null, null, closeness)
    .then(() => {
      over = true;
    });
  for (let i = 0; i < 200 && !over; i++) {
    show.motions.advance(0.05);
    await new Promise((next) => setTimeout(next, 0));
  }
  expect(over).toBe(true);
}

test("the camera comes as near as it is told, and goes back", async () => {
  const looked: unknown[] = [];
  const look = (how: unknown) => {
    if (looked.at(-1) !== how) looked.push(how);
  };
  const show = showing({
    follow: (...all: number[]) => look(all.at(-1)),
    release: () => look("home"),
  });
  const flight = flightOf(2, [7]);
  for (const closeness of [undefined, 0.6]) {
    show.top.bodies.clear();
    await played(show, flight, closeness);
  }
  expect(looked).toEqual([0.86, "home", 0.6, "home"]);
});

test("a hard hit of a die that lay there is felt, of two of one handful it is not", async () => {
  for (const [lay, felt] of [
    [true, 1],
    [false, 0],
  ] as const) {
    let jolts = 0;
    const show = showing({ jolt: () => jolts++ });
    const hit: Contact = {
      time: 0.5,
      die: 7,
      other: "die",
      struck: 8,
      impulse: 0.01,
      place: [0, 0, 0],
    };
    const flight = { ...flightOf(2, [7, 8]), contacts: [hit] };
    if (lay) show.top.bodies.set(8, show.top.lying(8, [0, 0, 0, 1, 0, 0, 0]));
    await played(show, flight);
    expect(jolts).toBe(felt);
  }
});

test("without motion, too, a thrown die leaves its supply: throws may follow each other at once", async () => {
  const show = showing({}, true);
  const { top } = show;
  top.places = [0, 1].map((x) => ({ x, y: 0, away: [0, -1], columns: 9, scale: 1 }));
  top.supplies = [3, 2].map((loose) => ({ loose, piles: [], active: false, out: false }));
  const flying = new Playback(show, new Moves(show, new Effects(show)), nothing);
  await flying.play(flightOf(1, [7]), 1);
  expect(top.supplies.map(({ loose }) => loose)).toEqual([3, 1]);
  expect([...top.bodies.keys()]).toEqual([7]);
  expect(top.flying.size).toBe(0);
});

// A last die beats for a while, then only glows; without motion from the start.

test("it beats at once, about once a second, and rests after a while", () => {
  const heart = new Heart(2);
  let beats = 0;
  let strongest = 0;
  let largest = 0;
  for (let t = 0; t < 20; t += 0.02) {
    if (heart.advance(0.02)) beats++;
    strongest = Math.max(strongest, heart.shine);
    largest = Math.max(largest, heart.size);
  }
  expect(beats).toBe(8);
  expect(heart.beats).toBe(false);
  expect(strongest, "red, not pale, on white dice").toBeGreaterThan(3);
  expect(heart.shine, "more than dice that are merely next").toBeGreaterThan(1);
  expect(largest).toBeGreaterThan(1.15);
  expect(heart.size).toBe(1);
});

test("at rest it makes no beat", () => {
  const heart = new Heart(0);
  heart.rest();
  expect(heart.advance(0.1)).toBe(false);
  expect(heart.beats).toBe(false);
});

// Smoke and sparks: they come, drift, fade and are gone; never too many.

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
