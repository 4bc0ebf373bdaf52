/** Games and seats to test with: a plain game of two, and what differs from it. */

import type {
  AwaitedView,
  EventView,
  GameView,
  SeatView,
  Snapshot,
  StepMade,
} from "../../src/protocol";

export function gameView(awaited: AwaitedView, more: Partial<GameView> = {}): GameView {
  return {
    game: "g",
    number: 1,
    players: [0, 1],
    first: 0,
    state: 1,
    hands: [
      { dice: 8, loose: 5, piles: [3] },
      { dice: 8, loose: 8, piles: [] },
    ],
    arena: [],
    removed: 0,
    aside: 9,
    direction: 1,
    active: 0,
    elements: [],
    eliminated: [],
    points: [null, null],
    awaited,
    push: null,
    stats: [],
    throws: 0,
    proof: { lines: 1, digest: "" },
    ...more,
  };
}

export function throwBy(seat: number): AwaitedView {
  return { kind: "throw", seat, units: ["1"], may_push: "none", deadline: null };
}

export function choiceOf(seat: number): AwaitedView {
  return { kind: "choice", seat, units: ["1"], may_push: "none", deadline: null };
}

export function overWith(winners: number[]): AwaitedView {
  return { kind: "over", winners, deadline: null };
}

/** Somebody takes these dice for a match. */
export function take(player: number, ...dice: number[]): EventView {
  const faces = { "5": dice.length };
  return { kind: "collect", reason: "match", player, faces, dice, rules: [], notes: [] };
}

export function seatView(seat: number, more: Partial<SeatView> = {}): SeatView {
  return {
    seat,
    name: `P${seat}`,
    kind: "person",
    level: null,
    present: true,
    bot_plays: false,
    bot_in_ms: null,
    yours: seat === 0,
    ...more,
  };
}

export function snapshot(game: GameView | null, more: Partial<Snapshot> = {}): Snapshot {
  return {
    type: "snapshot",
    table: "abcdefghijkl",
    stage: game ? "playing" : "gathering",
    edition: "strike-2020",
    preset: null,
    options: {},
    elements: null,
    clock: "off",
    public: false,
    thrower: "physics",
    host: 0,
    seats: [seatView(0), seatView(1)],
    watchers: 0,
    tournament: null,
    game,
    ...more,
  };
}

export function stepTo(game: GameView, more: Partial<StepMade> = {}): StepMade {
  return {
    type: "step",
    seat: 0,
    move: "",
    by_table: false,
    throw: null,
    events: [],
    game,
    ...more,
  };
}
