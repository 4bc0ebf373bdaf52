/** How fast a flight is shown: as it was, or slowly around the moment that decides. */

import { expect, test } from "vitest";
import { Effects } from "../../src/arena/effects";
import { Motions } from "../../src/arena/motions";
import { Moves } from "../../src/arena/moves";
import { Playback, pacing } from "../../src/arena/playback";
import type { Show } from "../../src/arena/show";
import { Tabletop } from "../../src/arena/tabletop";
import type { Contact, Trajectory } from "../../src/arena/types";

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
