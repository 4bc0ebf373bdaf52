/**
 * How the dice lie after a throw, die by die: those that lay there, then those thrown. What each
 * shows is told or not told yet, so a tally can have dice missing, but never too many. Pure.
 */

export type RefereeRequest = Readonly<Record<string, unknown>>;
/** A face, or a tower from bottom to top. */
type Pieces = string | readonly string[];
export type Unit = string | number;

/** What a die shows that is not in the box any more. */
export const OUT = "out";

export interface ThrowTally {
  /** What each loose die shows, or `OUT`; null where it is not told yet. */
  readonly dice: readonly (string | null)[];
  /** The tower that still stands, from bottom to top. */
  readonly standing: readonly string[];
  /** Faces that match and are left lying all the same, where that may be. */
  readonly left: readonly string[];
}

/** What is thrown: one player's unit, or one of each who throws along. */
export type Thrown = { readonly unit: Unit } | { readonly extra: Readonly<Record<string, Unit>> };

/** What is tapped so far of a throw that is not entered yet. */
export interface ThrowDraft {
  readonly thrown: Thrown;
  readonly tally: ThrowTally;
}

/** What lay before the throw, and how many dice were thrown at it. */
export interface BoxThrow {
  readonly before: readonly Pieces[];
  readonly count: number;
}

/** Nothing but the thrown dice is missing. */
export function freshTally({ before, count }: BoxThrow): ThrowTally {
  return {
    dice: [...looseOf(before), ...untold(count)],
    standing: towerOf(before) ?? [],
    left: [],
  };
}

/** The tally as it was entered before it was taken back: to be corrected, not tapped again. */
export function correctedTally(
  at: BoxThrow,
  thrown: Thrown,
  entered: RefereeRequest | null,
): ThrowTally | null {
  if (!entered) return null;
  const same = "extra" in thrown ? "extra" in entered : entered.throw === thrown.unit;
  if (!same) return null;
  const {
    after = [],
    out = 0,
    leave = [],
  } = entered as Partial<{
    after: readonly Pieces[];
    out: number;
    leave: readonly string[];
  }>;
  const told = [...looseOf(after), ...Array<string>(out).fill(OUT)];
  const standing = towerOf(after) ?? [];
  const fallen = standing.length ? 0 : (towerOf(at.before)?.length ?? 0);
  const stayed = looseOf(at.before).map((face) => takeOut(told, face));
  const dice = [...stayed, ...untold(at.count + fallen)].map(
    (face) => face ?? told.shift() ?? null,
  );
  return { dice, standing, left: leave };
}

export function towerOf(pieces: readonly Pieces[]): readonly string[] | null {
  return pieces.find((piece): piece is readonly string[] => Array.isArray(piece)) ?? null;
}

/** The next die of which nothing was told shows this. */
export function tapFace(tally: ThrowTally, face: string): ThrowTally {
  const next = tally.dice.indexOf(null);
  return next < 0 ? tally : { ...tally, dice: replaced(tally.dice, next, face) };
}

/** A die that changed is told again; one that did not after all shows what it showed. */
export function tapDie(tally: ThrowTally, index: number, { before }: BoxThrow): ThrowTally {
  const lay = looseOf(before)[index] ?? null;
  const shown = tally.dice[index] === null ? lay : null;
  return { ...tally, dice: replaced(tally.dice, index, shown) };
}

/** A tower that fell is so many dice more of which nothing is told yet. */
export function tapTower(tally: ThrowTally, { before, count }: BoxThrow): ThrowTally {
  const tower = towerOf(before) ?? [];
  const whole = looseOf(before).length + count;
  return tally.standing.length
    ? { ...tally, standing: [], dice: [...tally.dice, ...untold(tower.length)] }
    : { ...tally, standing: tower, dice: tally.dice.slice(0, whole) };
}

/** Dice of which nothing is told yet. */
export function missingDice(tally: ThrowTally): number {
  return tally.dice.filter((face) => face === null).length;
}

/** Faces of which two or more lie loose. */
export function matching(tally: ThrowTally): string[] {
  const faces = tally.dice.filter((face) => face !== null && face !== OUT) as string[];
  return [...new Set(faces)].filter((face) => faces.filter((one) => one === face).length > 1);
}

/** What to tell the referee; faces are left lying only where `mayLeave`. */
export function entry(tally: ThrowTally, thrown: Thrown, mayLeave: boolean): RefereeRequest {
  const { dice, standing, left } = tally;
  const loose = dice.filter((face) => face !== null && face !== OUT) as string[];
  const after: Pieces[] = [...loose, ...(standing.length ? [standing] : [])];
  const out = dice.filter((face) => face === OUT).length;
  const leave = mayLeave ? matching(tally).filter((face) => left.includes(face)) : [];
  const what = "extra" in thrown ? { extra: thrown.extra } : { throw: thrown.unit };
  return { ...what, after, out, ...(leave.length ? { leave } : {}) };
}

function looseOf(pieces: readonly Pieces[]): string[] {
  return pieces.filter((piece) => typeof piece === "string");
}

function replaced(
  dice: ThrowTally["dice"],
  index: number,
  face: string | null,
): ThrowTally["dice"] {
  return dice.map((old, i) => (i === index ? face : old));
}

function untold(count: number): null[] {
  return Array<null>(count).fill(null);
}

/** Takes one such face out of the list; null where there is none. */
function takeOut(faces: string[], face: string): string | null {
  const found = faces.indexOf(face);
  return found < 0 ? null : (faces.splice(found, 1)[0] ?? null);
}
