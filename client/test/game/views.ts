/** Games and seats to test with: a plain game of two, and what differs from it. */

import type {
  AwaitedView,
  EditionView,
  EventView,
  GameView,
  Params,
  Remark,
  SeatView,
  Snapshot,
  StepMade,
} from "../../src/protocol";

export function gameView(awaited: AwaitedView, more: Partial<GameView> = {}): GameView {
  return {
    game: "g",
    number: 1,
    seats: [0, 1],
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
    deadline: null,
    ready: [],
    dice: [],
    race: null,
    push: null,
    stats: [],
    throws: 0,
    proof: { lines: 1, digest: "" },
    ...more,
  };
}

export function throwBy(seat: number): AwaitedView {
  return { kind: "throw", seat, units: ["1"] };
}

export function choiceOf(seat: number): AwaitedView {
  return { kind: "choice", seat, units: ["1"] };
}

export function overWith(winners: number[]): AwaitedView {
  return { kind: "over", winners };
}

/** Somebody takes these dice for a match. */
export function take(seat: number, ...dice: number[]): EventView {
  const faces = { "5": dice.length };
  const remarks = [remark("say.collect", { name: seat, faces }, "why.match")];
  return { kind: "collect", seat, faces, dice, remarks };
}

/** A die shows the null side. */
export function lose(die: number): EventView {
  const remarks = [remark("say.x", { count: 1, face: "X" }, "why.null_face")];
  return { kind: "x", count: 1, dice: [die], remarks };
}

export function remark(key: Remark["key"], params: Params = {}, why: Remark["why"] = null): Remark {
  return { key, params, why, rules: ["P1"] };
}

export function seatView(seat: number, more: Partial<SeatView> = {}): SeatView {
  return {
    seat,
    name: `P${seat}`,
    kind: "person",
    level: null,
    present: true,
    slow: false,
    bot_plays: false,
    bot_in_ms: null,
    yours: seat === 0,
    finish: "",
    mat: "",
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
    dice: "physics",
    host: 0,
    first: 0,
    seats: [seatView(0), seatView(1)],
    watchers: 0,
    tournament: null,
    game,
    next: null,
    ...more,
  };
}

/** Harry Potter without its faces: what is not told does not matter. */
export function editionView(more: Partial<EditionView>): EditionView {
  return {
    id: "harry-potter",
    family: "wizards",
    faces: [],
    dice: 26,
    hands: {},
    languages: [],
    elements: [],
    effects: {},
    options: [],
    presets: {},
    arena: {},
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
