/**
 * From a hand's movement to an aim. Pure: samples on the table's plane in, an `AimFields` out.
 * Metres and seconds; the server clamps what it is sent and adds what chance decides.
 */

import { clamp } from "./motions";
import { inside } from "./outline";
import type { Extent } from "./seats";
import type { AimFields, Box } from "./types";

/** Where the pointer was, on the table's plane. */
export interface Sample {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

/** Only the last tenth of a second is the flick; what came before was aiming. */
const WINDOW = 0.1;
/** Below this speed of the hand it flicks nothing, m/s on the table. */
const LEAST_SPEED = 0.12;
/** The hand's speed on the table that gives the hardest throw. */
const FULL_SPEED = 1.6;
/** A flick aims this much ahead of where the hand let go, in seconds of its own speed. */
const LEAD = 0.055;
/** Dice aimed at the wall bounce off it; keep the aim this far on the mat. */
const MARGIN = 0.012;

interface FlickMotion {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  /** How much the path bends, rad/s: positive to the left. */
  readonly bend: number;
}

/** Least-squares velocity of the samples within the window, and the bend of the path. */
export function motion(samples: readonly Sample[]): FlickMotion | null {
  const last = samples[samples.length - 1];
  if (!last) return null;
  const recent = samples.filter((sample) => last.time - sample.time <= WINDOW);
  const { x, y } = last;
  if (recent.length < 2) return { x, y, vx: 0, vy: 0, bend: 0 };
  const [vx, vy] = slope(recent);
  return { x, y, vx, vy, bend: bendOf(recent) };
}

function slope(samples: readonly Sample[]): [number, number] {
  const n = samples.length;
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, s) => sum + of(s), 0) / n;
  const mt = mean((s) => s.time);
  const mx = mean((s) => s.x);
  const my = mean((s) => s.y);
  let tt = 0;
  let tx = 0;
  let ty = 0;
  for (const s of samples) {
    tt += (s.time - mt) ** 2;
    tx += (s.time - mt) * (s.x - mx);
    ty += (s.time - mt) * (s.y - my);
  }
  return tt === 0 ? [0, 0] : [tx / tt, ty / tt];
}

function bendOf(samples: readonly Sample[]): number {
  if (samples.length < 6) return 0;
  const middle = Math.floor(samples.length / 2);
  const [ax, ay] = slope(samples.slice(0, middle + 1));
  const [bx, by] = slope(samples.slice(middle));
  const first = samples[0];
  const last = samples[samples.length - 1];
  if (!first || !last || (ax === 0 && ay === 0) || (bx === 0 && by === 0)) return 0;
  const turned = Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  return turned / Math.max(0.02, (last.time - first.time) / 2);
}

/** 0 for the softest throw, 1 for the hardest. */
export function strengthOf(speed: number): number {
  return clamp((speed - LEAST_SPEED) / (FULL_SPEED - LEAST_SPEED), 0, 1);
}

/** The throw of a hand that lets go: where decides whether, how quickly how hard. Over the mat the
 * slowest is a gentle throw, from where it came; null: the dice go back. */
export function flickAim(samples: readonly Sample[], box: Box): AimFields | null {
  const [first] = samples;
  const moved = motion(samples);
  if (!first || !moved) return null;
  const speed = Math.hypot(moved.vx, moved.vy);
  if (speed < LEAST_SPEED) {
    if (inside(box.outline, moved.x, moved.y) < 0) return null;
    const from = Math.atan2(first.y - moved.y, first.x - moved.x);
    return aimOf(box, ...ontoMat(box, moved.x, moved.y), from, 0);
  }
  const [x, y] = ontoMat(box, moved.x + moved.vx * LEAD, moved.y + moved.vy * LEAD);
  const side = Math.atan2(-moved.vy, -moved.vx);
  const spin = Math.min(1, Math.abs(moved.bend) / 12) * 0.35;
  return aimOf(box, x, y, side, strengthOf(speed), spin);
}

/** An aim of a strength from 0 to 1: between the gentle, firm and wild throws of the box. */
export function aimOf(
  box: Box,
  x: number,
  y: number,
  side: number,
  strength: number,
  more = 0,
): AimFields {
  const steps = ["gentle", "firm", "wild"].map((name) => box.strengths[name]);
  const at = clamp(strength * 2, 0, 1.999);
  const low = steps[Math.floor(at)];
  const high = steps[Math.floor(at) + 1];
  if (!low || !high) throw new Error("a box names gentle, firm and wild throws");
  const share = at - Math.floor(at);
  const between = (key: "speed" | "height" | "spin") => low[key] + (high[key] - low[key]) * share;
  const within = (key: keyof AimFields, value: number) => {
    const [least = value, most = value] = box.aim[key];
    return clamp(fine(value), least, most);
  };
  return {
    x: within("x", x),
    y: within("y", y),
    side: within("side", fine(Math.atan2(Math.sin(side), Math.cos(side)), Math.trunc)), // half a turn at most
    speed: within("speed", between("speed")),
    height: within("height", between("height")),
    spin: within("spin", between("spin") * (1 + more)),
  };
}

/** No hand is finer than a tenth of a millimetre: more digits would only make a game's lines longer. */
const FINEST = 10_000;

function fine(value: number, rounded: (value: number) => number = Math.round): number {
  return rounded(value * FINEST) / FINEST + 0; // -0 is written as 0
}

/** Pulls a point toward the middle until it lies on the mat. */
export function ontoMat(box: Box, x: number, y: number): [number, number] {
  if (inside(box.outline, x, y) >= MARGIN) return [x, y];
  let low = 0;
  let high = 1;
  for (let i = 0; i < 20; i++) {
    const share = (low + high) / 2;
    if (inside(box.outline, x * share, y * share) >= MARGIN) low = share;
    else high = share;
  }
  return [x * low, y * low];
}

const GRAVITY = 9.81;

/** The path of a throw to where it first lands, as points: from the hand, or from where it comes into the field. */
export function flightPath(
  aim: AimFields,
  dieEdge: number,
  points: number,
  field: Extent,
): [number, number, number][] {
  const drop = Math.max(0, aim.height - dieEdge / 2);
  const fall = Math.sqrt((2 * drop) / GRAVITY);
  const reach = aim.speed * fall;
  const cx = Math.cos(aim.side);
  const cy = Math.sin(aim.side);
  const seen = Math.min(reach, toBorder(field.x, aim.x, cx), toBorder(field.y, aim.y, cy));
  return Array.from({ length: points }, (_, i) => {
    const left = (1 - i / (points - 1)) * seen;
    const share = reach > 0 ? 1 - left / reach : 1;
    const back = reach * (1 - share);
    return [aim.x + cx * back, aim.y + cy * back, dieEdge / 2 + drop * (1 - share * share)];
  });
}

/** How far it is from a place to the border that one comes to in this direction, along one axis. */
function toBorder(border: number, from: number, direction: number): number {
  if (direction === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, (border - from * Math.sign(direction)) / Math.abs(direction));
}
