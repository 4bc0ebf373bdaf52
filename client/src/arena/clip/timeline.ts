/** Where the dice are in each frame of a clip: as they lay, as they flew, as they came to rest. Pure. */

import { duration, poseAt } from "../trajectory";
import type { Piece, Pose, Trajectory } from "../types";

export const FRAMES_A_SECOND = 20;
/** Seconds that one sees how the dice lay, and how they lie. */
const BEFORE = 0.5;
const AFTER = 2;

export interface ClipFrame {
  readonly poses: readonly Pose[];
  /** Whether the throw is over, and what came of it may be told. */
  readonly over: boolean;
  /** Seconds it is shown. */
  readonly seconds: number;
}

export function timeline(before: readonly Piece[], flight: Trajectory): ClipFrame[] {
  const step = 1 / FRAMES_A_SECOND;
  const length = duration(flight);
  const at = (time: number) => posesAt(before, flight, time);
  const flying = Array.from({ length: Math.max(1, Math.ceil(length / step)) }, (_, i) => ({
    poses: at(i * step),
    over: false,
    seconds: step,
  }));
  return [
    { poses: before.map((piece) => piece.pose), over: false, seconds: BEFORE },
    ...flying,
    { poses: at(length), over: true, seconds: AFTER },
  ];
}

function posesAt(before: readonly Piece[], flight: Trajectory, time: number): Pose[] {
  const moving = new Set(flight.tracks.map((track) => track.id));
  const still = before.filter((piece) => !moving.has(piece.id)).map((piece) => piece.pose);
  return [
    ...still,
    ...flight.tracks.flatMap((track) => {
      const pose = poseAt(track, flight.rate, time);
      return pose ? [pose] : [];
    }),
  ];
}
