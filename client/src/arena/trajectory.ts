/** Reads what is shown of the server's binary trajectories (docs/reference/trajectory.md), and samples it by time. */

import type { Contact, Pose, Track, Trajectory } from "./types";

/** The fate of a die that left the arena; the others do not change how it is shown. */
const OUT = 4;
const OTHERS = ["mat", "wall", "rim", "table"] as const;
const METRE = 0.0001;
const TURN = 1 / 512;
const TICK = 1 / 960;
const IMPULSE = 0.00002;
const COLUMNS = 7;

export class TrajectoryError extends Error {}

/** A row of LEB128 numbers. */
class Numbers {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): number {
    let value = 0;
    let unit = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new TrajectoryError("the trajectory ends too early");
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
      unit *= 128;
    }
  }

  signed(): number {
    const z = this.next();
    return z % 2 === 1 ? -(z + 1) / 2 : z / 2;
  }

  row(count: number): number[] {
    return Array.from({ length: count }, () => this.next());
  }

  signedRow(count: number): number[] {
    return Array.from({ length: count }, () => this.signed());
  }

  columns(count: number): number[][] {
    return Array.from({ length: COLUMNS }, () => this.signedRow(count));
  }
}

interface Run {
  readonly first: number;
  readonly length: number;
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function readTrajectory(bytes: Uint8Array<ArrayBuffer>): Promise<Trajectory> {
  if (bytes[0] !== 0x4b || bytes[1] !== 0x54 || bytes[2] !== 1) {
    throw new TrajectoryError("not a trajectory of version 1");
  }
  return readBody(await inflated(bytes.subarray(4)), bytes[3] ?? 60);
}

function readBody(body: Uint8Array, rate: number): Trajectory {
  const numbers = new Numbers(body);
  const dice = numbers.next();
  const frames = numbers.next();
  const ids = numbers.row(dice);
  const firsts = numbers.row(dice);
  const hidden = numbers.row(dice);
  const fates = numbers.row(dice);
  numbers.row(dice); // which axis looks up in the end
  const starts = numbers.columns(dice);
  const runs = firsts.map((first) => readRuns(numbers, first));
  const moving = runs.flat().reduce((sum, run) => sum + run.length, 0);
  const residuals = numbers.columns(moving);
  let read = 0;
  const tracks = ids.map((id, slot): Track => {
    const poses = replay(frames, pick(starts, slot), runs[slot] ?? [], residuals, read);
    read += (runs[slot] ?? []).reduce((sum, run) => sum + run.length, 0);
    return {
      id,
      first: firsts[slot] ?? 0,
      last: frames - 1 - (hidden[slot] ?? 0),
      out: fates[slot] === OUT,
      poses,
    };
  });
  return { rate, frames, tracks, contacts: readContacts(numbers, ids) };
}

function readRuns(numbers: Numbers, first: number): Run[] {
  let at = first + 1;
  return Array.from({ length: numbers.next() }, () => {
    at += numbers.next();
    const run = { first: at, length: numbers.next() };
    at += run.length;
    return run;
  });
}

function pick(columns: readonly number[][], index: number): number[] {
  return columns.map((column) => column[index] ?? 0);
}

/** Adds the residuals to what constant motion would give; all in whole numbers. */
function replay(
  frames: number,
  start: readonly number[],
  runs: readonly Run[],
  residuals: readonly number[][],
  offset: number,
): Float32Array {
  const poses = new Float32Array(frames * COLUMNS);
  let one = [...start];
  let frame = 0;
  let m = offset;
  for (const run of runs) {
    for (; frame < run.first; frame++) put(poses, frame, one);
    let two = one;
    for (let k = 0; k < run.length; k++, m++, frame++) {
      const pose = predicted(one, two).map((value, c) => value + (residuals[c]?.[m] ?? 0));
      two = one;
      one = pose;
      put(poses, frame, one);
    }
  }
  for (; frame < frames; frame++) put(poses, frame, one);
  return poses;
}

function predicted(one: readonly number[], two: readonly number[]): number[] {
  let dot = 0;
  let norm = 0;
  for (let i = 3; i < COLUMNS; i++) {
    dot += (one[i] ?? 0) * (two[i] ?? 0);
    norm += (one[i] ?? 0) ** 2;
  }
  return one.map((value, i) => {
    const before = two[i] ?? 0;
    return i < 3 ? 2 * value - before : Math.floor((4 * dot * value + norm) / (2 * norm)) - before;
  });
}

function put(poses: Float32Array, frame: number, pose: readonly number[]): void {
  const [x = 0, y = 0, z = 0, w = 0, i = 0, j = 0, k = 0] = pose;
  const length = Math.hypot(w, i, j, k) || 1 / TURN;
  poses.set(
    [x * METRE, y * METRE, z * METRE, w / length, i / length, j / length, k / length],
    frame * COLUMNS,
  );
}

function readContacts(numbers: Numbers, ids: readonly number[]): Contact[] {
  const count = numbers.next();
  const rows = [0, 1, 2, 3].map(() => numbers.row(count));
  const places = [0, 1, 2].map(() => numbers.signedRow(count));
  let tick = 0;
  return Array.from({ length: count }, (_, i) => {
    const [time = 0, slot = 0, other = 0, impulse = 0] = pick(rows, i);
    const [x = 0, y = 0, z = 0] = pick(places, i);
    tick += time;
    return {
      time: tick * TICK,
      die: ids[slot] ?? 0,
      other: OTHERS[other] ?? "die",
      struck: ids[other - OTHERS.length] ?? null,
      impulse: impulse * IMPULSE,
      place: [x / 1000, y / 1000, z / 1000],
    };
  });
}

export function duration(trajectory: Trajectory): number {
  return Math.max(0, trajectory.frames - 1) / trajectory.rate;
}

/** The pose at a time in seconds; null while the die is still in a hand or already gone. */
export function poseAt(track: Track, rate: number, time: number): Pose | null {
  const frame = time * rate;
  if (frame < track.first || (frame > track.last && track.out)) return null;
  const low = Math.min(Math.max(Math.floor(frame), track.first), track.last);
  const high = Math.min(low + 1, track.last);
  return mix(track.poses, low * COLUMNS, high * COLUMNS, Math.min(1, Math.max(0, frame - low)));
}

export function poseOf(track: Track, frame: number): Pose {
  return mix(track.poses, frame * COLUMNS, frame * COLUMNS, 0);
}

function mix(poses: Float32Array, a: number, b: number, share: number): Pose {
  const at = (i: number) => {
    const from = poses[a + i] ?? 0;
    return from + ((poses[b + i] ?? 0) - from) * share;
  };
  const length = Math.hypot(at(3), at(4), at(5), at(6)) || 1;
  return [at(0), at(1), at(2), at(3) / length, at(4) / length, at(5) / length, at(6) / length];
}
