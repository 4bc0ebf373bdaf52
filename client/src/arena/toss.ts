/**
 * A die between the hand and its trajectory: from the point, the speed and the spin of the release it flies
 * on, ever slower, until it is known how it really flies, and then blends into that. Pure.
 */

import { clamp } from "./motions";
import { blend, type Turn, turned } from "./pose";
import type { Vector } from "./sides";
import { poseAt } from "./trajectory";
import type { Pose, Track } from "./types";

/** Seconds in which it loses most of its speed. */
const BRAKING = 0.16;
/** It stops before this share of the way to its mark, however hard it was flicked. */
const MOST_WAY = 0.55;
/** Metres a second that it rises at first. */
const RISE = 0.22;
/** It never spins more slowly than this, rad/s. */
const LEAST_SPIN = 4;
/** Seconds in which it comes into its trajectory, at least and at most. */
const JOINING = { least: 0.1, most: 0.3 };

interface Release {
  readonly at: Vector;
  /** On the table's plane, m/s. */
  readonly velocity: readonly [number, number];
  /** Where it is aimed at. */
  readonly mark: readonly [number, number];
  /** Rad/s. */
  readonly spin: number;
  readonly turn: Turn;
}

export class Toss {
  /** Seconds since the release. */
  age = 0;
  readonly #release: Release;
  readonly #braking: number;
  readonly #axis: Vector;

  constructor(release: Release) {
    this.#release = release;
    const [vx, vy] = release.velocity;
    const speed = Math.hypot(vx, vy);
    const way = Math.hypot(release.mark[0] - release.at[0], release.mark[1] - release.at[1]);
    this.#braking = speed > 0 ? clamp((MOST_WAY * way) / speed, 0.005, BRAKING) : BRAKING;
    this.#axis = speed > 0 ? [-vy / speed, vx / speed, 0] : [1, 0, 0];
  }

  /** Where it is so many seconds after the release. */
  pose(age: number): Pose {
    const { at, velocity, spin, turn } = this.#release;
    const gone = this.#braking * (1 - Math.exp(-age / this.#braking));
    const risen = RISE * BRAKING * (1 - Math.exp(-age / BRAKING));
    const still = Math.min(LEAST_SPIN, spin);
    const angle = still * age + (spin - still) * 2 * BRAKING * (1 - Math.exp(-age / (2 * BRAKING)));
    return [
      at[0] + velocity[0] * gone,
      at[1] + velocity[1] * gone,
      at[2] + risen,
      ...turned(turn, this.#axis, angle),
    ];
  }
}

/** Seconds from the start of a trajectory in which a tossed die has joined it: before it strikes anything. */
export function joining(
  track: Track,
  rate: number,
  contacts: readonly { die: number; time: number }[],
) {
  const first = track.first / rate;
  const hit = contacts.find((one) => one.die === track.id)?.time ?? Number.POSITIVE_INFINITY;
  return clamp(hit - first, JOINING.least, JOINING.most);
}

/** The tossed die at a time of its trajectory: it leaves and arrives with the speed of either. */
export function joined(
  toss: Toss,
  track: Track,
  rate: number,
  time: number,
  within: number,
): Pose | null {
  const since = time - track.first / rate;
  const goal = poseAt(track, rate, Math.max(time, track.first / rate));
  if (since >= within || !goal) return goal;
  return blend(toss.pose(toss.age + time), goal, since <= 0 ? 0 : smoother(since / within));
}

/** From 0 to 1, with no speed and no jerk at either end. */
function smoother(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}
