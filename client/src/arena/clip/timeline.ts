/** Where the dice are in each frame of a clip: as they lay, as they flew, as they came to rest. Pure. */

import type { Finish } from "../../protocol";
import { duration, poseAt } from "../trajectory";
import type { Piece, Pose, Trajectory } from "../types";

const FRAMES_A_SECOND = 20;
/** Seconds that one sees how the dice lay, and how they lie. */
const BEFORE = 0.5;
const AFTER = 2;

/** A die as it is drawn. */
export type ClipDie = { readonly pose: Pose; readonly finish: Finish | null };

interface ClipFrame {
  readonly dice: readonly ClipDie[];
  /** Whether the throw is over, and what came of it may be told. */
  readonly over: boolean;
  /** Seconds it is shown. */
  readonly seconds: number;
}

/** `finishes` of those who throw, hand by hand: dice that are new come from them in turn. */
export function timeline(
  before: readonly Piece[],
  flight: Trajectory,
  finishes: readonly (Finish | null)[],
): ClipFrame[] {
  const step = 1 / FRAMES_A_SECOND;
  const length = duration(flight);
  const worn = wornIn(before, flight, finishes);
  const still = (pieces: readonly Piece[]) =>
    pieces.map(({ id, pose }) => ({ pose, finish: worn.get(id) ?? null }));
  const moving = new Set(flight.tracks.map((track) => track.id));
  const at = (time: number) => [
    ...still(before.filter((piece) => !moving.has(piece.id))),
    ...flight.tracks.flatMap((track) => {
      const pose = poseAt(track, flight.rate, time);
      return pose ? [{ pose, finish: worn.get(track.id) ?? null }] : [];
    }),
  ];
  const flying = Array.from({ length: Math.max(1, Math.ceil(length / step)) }, (_, i) => ({
    dice: at(i * step),
    over: false,
    seconds: step,
  }));
  return [
    { dice: still(before), over: false, seconds: BEFORE },
    ...flying,
    { dice: at(length), over: true, seconds: AFTER },
  ];
}

function wornIn(
  before: readonly Piece[],
  { tracks }: Trajectory,
  finishes: readonly (Finish | null)[],
): ReadonlyMap<number, Finish | null> {
  const worn = new Map(before.map(({ id, finish }) => [id, finish ?? null]));
  const fresh = tracks.filter((track) => !worn.has(track.id));
  fresh.forEach(({ id }, i) => {
    worn.set(id, (i < finishes.length ? finishes[i] : finishes[0]) ?? null);
  });
  return worn;
}
