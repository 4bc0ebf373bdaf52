/**
 * A position without a table, as messages of one: what the throw of the day shows. Knows
 * what every box has in common, that equal dice are taken and the null side takes dice away. Pure.
 */

import {
  type AimFields,
  type AwaitedView,
  type DieView,
  type EventView,
  type GameView,
  LEVELS,
  type PieceView,
  type SeatStats,
  type SeatView,
  type Snapshot,
  type StepMade,
  type ThrowMade,
} from "../protocol";
import { botName, company } from "./characters";

export interface Practice {
  /** Its own name among all positions. */
  readonly name: string;
  readonly edition: string;
  /** Dice of everybody, one's own first. */
  readonly hands: readonly number[];
  readonly arena: readonly PieceView[];
  /** Whether somebody throws who is not at this device, and so in plain dice. */
  readonly ofOthers?: boolean;
}

/** How dice lie after a throw, and those that left the arena. */
interface Landed {
  readonly arena: readonly PieceView[];
  readonly out: readonly number[];
}

/** The same with its trajectory in base 64, empty if there is none. */
export interface Flown extends Landed {
  readonly frame: string;
}

const NULL = "X";
/** Whom one plays in a position that is judged by the exact solution. */
const STRONGEST = "master";
/** What was counted of somebody who has not thrown. */
export const NOTHING_YET: SeatStats = {
  throws: 0,
  dice_thrown: 0,
  strikes: 0,
  collected: 0,
  greatest: 0,
  lost_null: 0,
  lost_out: 0,
};

/** Who throws, and what their dice and their mat look like. */
export type Thrower = Pick<SeatView, "name" | "finish" | "mat">;

/** The position before anything was thrown; `awaited` of the player. */
export function positionShown(at: Practice, awaited: AwaitedView, you: Thrower): Snapshot {
  const others = company(LEVELS, STRONGEST, at.hands.length - 1);
  const seats = at.hands.map((_, seat) => seatOf(seat, you, others[seat - 1] ?? null));
  return {
    type: "snapshot",
    table: at.name,
    stage: "playing",
    edition: at.edition,
    preset: null,
    options: {},
    elements: null,
    clock: "off",
    public: false,
    dice: "physics",
    host: 0,
    first: 0,
    seats,
    watchers: 0,
    tournament: null,
    next: null,
    game: {
      game: at.name,
      number: 1,
      seats: seats.map(({ seat }) => seat),
      first: 0,
      state: 0,
      hands: at.hands.map((dice) => ({ dice, loose: dice, piles: [] })),
      arena: [...at.arena],
      removed: 0,
      aside: 0,
      direction: 1,
      active: 0,
      elements: [],
      eliminated: [],
      points: seats.map(() => null),
      awaited,
      deadline: null,
      ready: [],
      dice: [],
      race: null,
      push: null,
      stats: seats.map(() => NOTHING_YET),
      throws: 0,
      proof: { lines: 0, digest: "" },
    },
  };
}

function seatOf(seat: number, you: Thrower, level: string | null): SeatView {
  const isYou = level === null;
  return {
    ...(isYou ? you : { name: botName(level), finish: "", mat: "" }),
    seat,
    kind: isYou ? "person" : "bot",
    level,
    present: true,
    slow: false,
    bot_plays: !isYou,
    bot_in_ms: null,
    yours: isYou,
  };
}

/** What one throws: one die or all of them, and how. */
export interface Cast {
  readonly unit: "1" | "all";
  readonly aim: AimFields;
}

/** One's own throw of that many bytes; `number`: no other throw of this page has it. */
export function throwShown(
  game: string,
  number: number,
  { unit, aim }: Cast,
  bytes: number,
): ThrowMade {
  const casts = [{ seat: 0, unit, aim, by_table: false }];
  return { type: "thrown", game, throw: number, casts, bytes };
}

/** What became of every die after a throw. */
export interface Fate {
  readonly taken: readonly number[];
  readonly lost: readonly number[];
  readonly out: readonly number[];
  readonly left: readonly number[];
}

export function fateOf({ arena, out }: Landed): Fate {
  const dice = arena.flatMap((piece) => piece.dice);
  const matches = (face: string) => dice.filter((one) => one.face === face).length > 1;
  const ids = (wanted: (face: string) => boolean) =>
    dice.filter((one) => wanted(one.face)).map((one) => one.id);
  return {
    taken: ids((face) => face !== NULL && matches(face)),
    lost: ids((face) => face === NULL),
    out,
    left: ids((face) => face !== NULL && !matches(face)),
  };
}

/** The dice of one's own throw and how they landed. */
interface Landing extends Landed {
  /** How many were thrown, and what they look like. */
  readonly thrown: number;
  readonly finish: string;
}

/** What came of one's own throw of some dice: as a table would tell it. */
export function landingShown(before: GameView, number: number, landed: Landing): StepMade {
  const fate = fateOf(landed);
  const left = new Set(fate.left);
  const own = (before.hands[0]?.dice ?? 0) - landed.thrown + fate.taken.length;
  const lay = new Set(before.arena.flatMap((piece) => piece.dice.map((die) => die.id)));
  const dressed = (die: DieView) => (lay.has(die.id) ? die : { ...die, finish: landed.finish });
  return {
    type: "step",
    seat: 0,
    move: "throw",
    by_table: false,
    throw: number,
    events: eventsOf(fate, landed),
    game: {
      ...before,
      state: before.state + 1,
      hands: before.hands.map((hand, seat) =>
        seat === 0 ? { dice: own, loose: own, piles: [] } : hand,
      ),
      arena: landed.arena
        .filter((piece) => piece.dice.every((die) => left.has(die.id)))
        .map((piece) => ({ dice: piece.dice.map(dressed) })),
      removed: before.removed + fate.lost.length + fate.out.length,
      awaited: { kind: "throw", seat: 0, units: [] },
      throws: before.throws + 1,
    },
  };
}

function eventsOf({ taken, lost, out }: Fate, { arena }: Landed): EventView[] {
  const faces: Record<string, number> = {};
  for (const { id, face } of arena.flatMap((piece) => piece.dice))
    if (taken.includes(id)) faces[face] = (faces[face] ?? 0) + 1;
  const gone = (kind: "out" | "x", dice: readonly number[]): EventView[] =>
    dice.length ? [{ kind, count: dice.length, dice: [...dice], remarks: [] }] : [];
  const collected: EventView[] = taken.length
    ? [{ kind: "collect", seat: 0, faces, dice: [...taken], remarks: [] }]
    : [];
  return [...gone("out", out), ...gone("x", lost), ...collected];
}
