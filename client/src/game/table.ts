/** Messages to view state: a pure reducer. No clock, network, picture or words; legal is what the server says is awaited. */

import type {
  Advice,
  EventView,
  GameView,
  Guessed,
  Guesses,
  HeldSeat,
  NextBox,
  OddsAnswer,
  Proposed,
  Reacted,
  SeatView,
  ServerMessage,
  Snapshot,
  StepMade,
  ThrowCast,
  TournamentView,
} from "../protocol";

interface LogThrow {
  readonly number: number;
  readonly casts: readonly ThrowCast[];
}

/** One settled step: what was thrown, what happened, how the arena lay before. */
export interface LogEntry {
  readonly seat: number | null;
  readonly thrown: LogThrow | null;
  readonly events: readonly EventView[];
  readonly before: GameView | null;
  readonly byTable: boolean;
}

interface Guessing {
  readonly state: number;
  readonly said: Readonly<Record<number, boolean>>;
}

export interface TableState {
  readonly code: string | null;
  readonly held: readonly HeldSeat[];
  readonly info: Omit<Snapshot, "type" | "ref" | "seats" | "game" | "tournament"> | null;
  readonly seats: readonly SeatView[];
  readonly game: GameView | null;
  readonly tournament: TournamentView | null;
  readonly log: readonly LogEntry[];
  readonly pending: LogThrow | null;
  readonly odds: OddsAnswer | null;
  readonly advice: Advice | null;
  readonly reaction: Reacted | null;
  /** The state up to which a big screen has shown everything; null while none has said so. */
  readonly screenAt: number | null;
  /** What is said of the throw that a state awaits, by seat. */
  readonly guesses: Guessing | null;
  /** What came of the last guesses, and the points of the evening. */
  readonly guessed: Guessed | null;
  /** Who would like another game, or a moment, since the last one ended. */
  readonly proposed: Proposed | null;
  /** Of four letters, while people can come by it. */
  readonly shortCode: string | null;
  readonly superseded: boolean;
}

export const NO_TABLE: TableState = {
  code: null,
  held: [],
  info: null,
  seats: [],
  game: null,
  tournament: null,
  log: [],
  pending: null,
  odds: null,
  advice: null,
  reaction: null,
  screenAt: null,
  guesses: null,
  guessed: null,
  proposed: null,
  shortCode: null,
  superseded: false,
};

/** Taken by whoever asked, or not about the table. */
const ELSEWHERE = [
  "welcome",
  "lobby",
  "seeking",
  "found",
  "standing",
  "daily",
  "best",
  "lines",
  "done",
  "pong",
  "ping",
  "referee",
  "tossed",
  "error",
] as const;

/** Told when all before them has been seen: whoever guessed is not told before the dice lie. */
export const SHOWN_IN_ORDER = new Set<ServerMessage["type"]>([
  "thrown",
  "step",
  "changed",
  "snapshot",
  "joined",
  "tournament",
  "guessed",
  "tossed",
]);

function isElsewhere(
  message: ServerMessage,
): message is Extract<ServerMessage, { type: (typeof ELSEWHERE)[number] }> {
  return (ELSEWHERE as readonly string[]).includes(message.type);
}

export function reduce(state: TableState, message: ServerMessage): TableState {
  if (isElsewhere(message)) return state;
  switch (message.type) {
    case "joined":
      return {
        ...(state.code === message.table ? state : NO_TABLE),
        code: message.table,
        held: message.seats,
        shortCode: null,
        superseded: false,
      };
    case "snapshot":
      return seen(state, message);
    case "seats":
      return {
        ...state,
        seats: message.seats,
        info: state.info && {
          ...state.info,
          stage: message.stage,
          host: message.host,
          watchers: message.watchers,
        },
      };
    case "box":
      return { ...state, info: state.info && chosen(state.info, message.next) };
    case "thrown":
      return { ...state, pending: { number: message.throw, casts: message.casts } };
    case "step":
      return stepped(state, message);
    case "changed":
      return { ...state, game: message.game };
    case "tournament":
      return { ...state, tournament: message.tournament };
    case "reacted":
      return { ...state, reaction: message };
    case "screen":
      return { ...state, screenAt: message.state };
    case "guesses":
      return { ...state, guesses: withGuess(state.guesses, message) };
    case "guessed":
      return { ...state, guessed: message };
    case "proposed":
      return { ...state, proposed: message };
    case "code":
      return { ...state, shortCode: message.code };
    case "odds":
      return { ...state, odds: message };
    case "advice":
      return { ...state, advice: message };
    case "superseded":
      return { ...state, superseded: true };
    case "left":
      return NO_TABLE;
    default:
      message satisfies never; // a message without a case does not compile
      return state;
  }
}

/** The last word of each seat counts. */
function withGuess(before: Guessing | null, { state, seat, hit }: Guesses): Guessing {
  return { state, said: { ...(before?.state === state && before.said), [seat]: hit } };
}

/** Before the first game the table is what was chosen. */
function chosen(info: NonNullable<TableState["info"]>, next: NextBox): TableState["info"] {
  const { tournament: _told, ...box } = next;
  return info.stage === "gathering" ? { ...info, ...box, next } : { ...info, next };
}

function seen(state: TableState, message: Snapshot): TableState {
  const { seats, game, tournament, type: _type, ref: _ref, ...info } = message;
  const same = game !== null && game.game === state.game?.game;
  return {
    ...state,
    code: message.table,
    info,
    seats,
    game,
    tournament,
    log: same ? state.log : [],
    proposed: same ? state.proposed : null,
    guesses: same ? state.guesses : null,
    pending: null,
    odds: null,
    advice: null,
  };
}

function stepped(state: TableState, step: StepMade): TableState {
  const thrown = step.throw !== null && state.pending?.number === step.throw ? state.pending : null;
  const fresh = state.game?.game !== step.game.game;
  const entry: LogEntry = {
    seat: step.seat,
    thrown,
    events: step.events,
    before: fresh ? null : state.game,
    byTable: step.by_table,
  };
  return {
    ...state,
    game: step.game,
    log: [...(fresh ? [] : state.log), entry],
    pending: null,
    odds: null,
    advice: null,
    info: state.info && {
      ...state.info,
      stage: step.game.awaited.kind === "over" ? "over" : "playing",
    },
  };
}

/** What a seat guessed of the last throw that was guessed at, and once the dice lie whether that was right. */
export function guessOf(
  { guesses, guessed }: TableState,
  seat: number,
): { readonly hit: boolean; readonly right: boolean | null } | null {
  const hit = guesses?.said[seat];
  if (!guesses || hit === undefined) return null;
  return { hit, right: guessed?.state === guesses.state ? guessed.hit === hit : null };
}

/** Whether throws were made that this page did not see: before it came, or while it was away. */
export function missedThrows({ game, log }: TableState): boolean {
  return game !== null && log.filter((entry) => entry.thrown).length < game.throws;
}

/** Seats of this device. */
export function ownSeats(state: TableState): number[] {
  const held = state.held.map((seat) => seat.seat);
  return state.seats
    .filter((seat) => seat.yours || held.includes(seat.seat))
    .map((seat) => seat.seat);
}

/** The seats that something is awaited from. */
export function askedSeats({ awaited, ready, race }: GameView): number[] {
  switch (awaited.kind) {
    case "extra":
      return Object.keys(awaited.units)
        .map(Number)
        .filter((seat) => !ready.includes(seat));
    case "column":
      return (race?.racers ?? [])
        .filter((racer) => racer.done < racer.needed)
        .map((racer) => racer.seat);
    case "flying":
    case "over":
      return [];
    default:
      return [awaited.seat];
  }
}

/** The own seat that is to act now, or null. */
export function seatToAct(state: TableState): number | null {
  if (!state.game) return null;
  const own = ownSeats(state);
  return askedSeats(state.game).find((seat) => own.includes(seat)) ?? null;
}

/** From whose side the table is seen: our seat that acts, else our first, else seat 0. */
export function viewpoint(state: TableState, before: number): number {
  const acting = seatToAct(state);
  if (acting !== null) return acting;
  const own = ownSeats(state);
  return own.includes(before) ? before : (own[0] ?? 0);
}

/** The seats that play, clockwise from one of them; a seat that nobody took is not at the table. */
export function seatOrder(game: GameView, first: number): number[] {
  const seats = [...game.seats].sort((a, b) => a - b);
  const start = Math.max(0, seats.indexOf(first));
  return [...seats.slice(start), ...seats.slice(0, start)];
}

export function unitsOf({ awaited, ready }: GameView, seat: number): readonly string[] {
  switch (awaited.kind) {
    case "throw":
    case "choice":
      return awaited.seat === seat ? awaited.units : [];
    case "start_die":
      return awaited.seat === seat && awaited.how === "thrown" ? ["1"] : [];
    case "extra":
      return ready.includes(seat) ? [] : (awaited.units[seat] ?? []);
    default:
      return [];
  }
}

/** How many dice a unit takes from a supply. */
export function diceInUnit(game: GameView, seat: number, unit: string): number {
  const hand = game.hands[seat];
  if (unit === "all") return hand?.dice ?? hand?.loose ?? 1;
  const [kind, index] = unit.split(":");
  if (kind === "pile") return hand?.piles[Number(index)] ?? 1;
  return 1;
}
