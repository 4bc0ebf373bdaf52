/** A flicked die never jumps: position and velocity are continuous from the hand into the trajectory. */

import { expect, test } from "vitest";
import { joined, joining, Toss } from "../../src/arena/toss";
import { poseAt } from "../../src/arena/trajectory";
import type { Pose, Track } from "../../src/arena/types";

const RATE = 60;
/** Metres between two instants of a 240th of a second: 3 m/s, and what the way into the trajectory adds. */
const MOST_STEP = 0.03;
/** Metres a second by which the speed may change between two such instants. */
const MOST_CHANGE = 1.6;
const STEP = 1 / 240;

function toss(speed: number): Toss {
  return new Toss({
    at: [0, -0.1, 0.075],
    velocity: [0.1 * speed, speed],
    mark: [0.01, 0],
    spin: 30,
    turn: [1, 0, 0, 0],
  });
}

/** From behind the hand with 1.8 m/s, falling: as the physics lets dice go. */
function track(): Track {
  const frames = 40;
  const poses = new Float32Array(frames * 7);
  for (let i = 0; i < frames; i++) {
    const t = i / RATE;
    poses.set([0.01, -0.2 + 1.8 * t, 0.085 - 4.9 * t * t, 1, 0, 0, 0], i * 7);
  }
  return { id: 3, first: 0, last: frames - 1, out: false, poses };
}

/** Where the die is, instant by instant: released, waiting for the trajectory, and in it. */
function path(speed: number, waits: number): Pose[] {
  const die = toss(speed);
  const goal = track();
  const within = joining(goal, RATE, [{ die: 3, time: 0.125 }]);
  const shown: Pose[] = [];
  for (let t = 0; t < waits; t += STEP) shown.push(die.pose(t));
  die.age = shown.length * STEP;
  for (let t = 0; t < 0.3; t += STEP) {
    const pose = joined(die, goal, RATE, t, within);
    if (pose) shown.push(pose);
  }
  return shown;
}

const between = (a: Pose, b: Pose) => Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);

test.each([
  [0.3, 0.05],
  [0.3, 0.65],
  [1.6, 0.05],
  [1.6, 0.35],
  [1.6, 0.65],
  [1.6, 2],
])("flicked with %f m/s, the trajectory after %f s", (speed, waits) => {
  const shown = path(speed, waits);
  for (const [i, pose] of shown.entries()) {
    const before = shown[i - 1];
    const earlier = shown[i - 2];
    if (!before) continue;
    expect(between(before, pose)).toBeLessThan(MOST_STEP);
    if (!earlier) continue;
    const change = [0, 1, 2].map((k) => {
      const axis = k as 0 | 1 | 2;
      return (pose[axis] - 2 * before[axis] + earlier[axis]) / STEP;
    });
    expect(Math.hypot(...change)).toBeLessThan(MOST_CHANGE);
  }
});

test("the control: without the blend it would jump", () => {
  const die = toss(1.6);
  const start = poseAt(track(), RATE, 0);
  if (!start) throw new Error("no start");
  expect(between(die.pose(0.35), start)).toBeGreaterThan(MOST_STEP);
});

test("it starts where the hand let go, as fast as the hand, and moves while one waits", () => {
  const die = toss(1.2);
  expect(die.pose(0).slice(0, 3)).toEqual([0, -0.1, 0.075]);
  expect((die.pose(1e-4)[1] + 0.1) / 1e-4).toBeCloseTo(1.2, 1);
  for (const age of [0.1, 0.3, 0.6]) {
    const [, , , w, i, j, k] = die.pose(age);
    const later = die.pose(age + 0.05);
    const turned = Math.abs(w * later[3] + i * later[4] + j * later[5] + k * later[6]);
    expect(2 * Math.acos(Math.min(1, turned))).toBeGreaterThan(0.1);
  }
});

test("however hard it is flicked, it waits before its mark", () => {
  for (const speed of [0.3, 1.6, 6]) expect(toss(speed).pose(5)[1]).toBeLessThan(0);
});

test("it is in its trajectory before it strikes anything", () => {
  const goal = track();
  const within = joining(goal, RATE, [{ die: 3, time: 0.125 }]);
  expect(within).toBeCloseTo(0.125);
  expect(joined(toss(1.6), goal, RATE, 0.125, within)).toEqual(poseAt(goal, RATE, 0.125));
});
