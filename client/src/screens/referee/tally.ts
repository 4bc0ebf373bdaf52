/** How the dice lie, counted: what was tapped so far, and whether it adds up. Pure. */

import type { Pieces, Request, Unit } from "./state";

export interface Tally {
  /** Loose dice by face. */
  readonly counts: Readonly<Record<string, number>>;
  /** The tower that still stands, from bottom to top. */
  readonly standing: readonly string[];
  readonly out: number;
  /** Faces that match and are left lying all the same, where that may be. */
  readonly left: readonly string[];
}

/** What is thrown: one player's unit, or one of each who throws along. */
export type Thrown = { readonly unit: Unit } | { readonly extra: Readonly<Record<string, Unit>> };

export function tallyOf(pieces: readonly Pieces[], out = 0, left: readonly string[] = []): Tally {
  const counts: Record<string, number> = {};
  for (const piece of pieces)
    if (typeof piece === "string") counts[piece] = (counts[piece] ?? 0) + 1;
  return { counts, standing: towerOf(pieces) ?? [], out, left };
}

/** The tally as it was entered before it was taken back: to be corrected, not tapped again. */
export function correctedTally(thrown: Thrown, takenBack: Request | null): Tally | null {
  if (!takenBack) return null;
  const same = "extra" in thrown ? "extra" in takenBack : takenBack.throw === thrown.unit;
  if (!same) return null;
  const { after, out, leave } = takenBack as {
    after?: readonly Pieces[];
    out?: number;
    leave?: readonly string[];
  };
  return tallyOf(after ?? [], out, leave);
}

export function towerOf(pieces: readonly Pieces[]): readonly string[] | null {
  return pieces.find((piece): piece is readonly string[] => Array.isArray(piece)) ?? null;
}

export function tapped(tally: Tally, face: string, by: number): Tally {
  const count = Math.max(0, (tally.counts[face] ?? 0) + by);
  return { ...tally, counts: { ...tally.counts, [face]: count } };
}

/** Dice that are still to be tapped; below 0 where there are too many. */
export function missingDice(tally: Tally, before: readonly Pieces[], thrown: number): number {
  const lay = before.reduce((sum, piece) => sum + (Array.isArray(piece) ? piece.length : 1), 0);
  const loose = Object.values(tally.counts).reduce((sum, count) => sum + count, 0);
  return lay + thrown - loose - tally.standing.length - tally.out;
}

/** Faces of which two or more lie loose. */
export function matching(tally: Tally): string[] {
  return Object.keys(tally.counts).filter((face) => (tally.counts[face] ?? 0) > 1);
}

/** What to tell the referee; faces are left lying only where `mayLeave`. */
export function entry(tally: Tally, thrown: Thrown, mayLeave: boolean): Request {
  const { standing, out } = tally;
  const after = [...toPieces(tally.counts), ...(standing.length > 1 ? [standing] : standing)];
  const leave = mayLeave ? matching(tally).filter((face) => tally.left.includes(face)) : [];
  const what = "extra" in thrown ? { extra: thrown.extra } : { throw: thrown.unit };
  return { ...what, after, out, ...(leave.length ? { leave } : {}) };
}

function toPieces(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([face, count]) =>
    Array.from({ length: count }, () => face),
  );
}
