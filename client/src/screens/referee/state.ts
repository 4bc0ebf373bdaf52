/**
 * What the referee for a real box knows: everything that was tapped is kept on this device, and told
 * again after a reload, after a lost line, and to whoever judges from then on. Knows no rules.
 */

import { batch, effect, signal, untracked } from "@preact/signals";
import { type ChosenRules, NO_HOUSE_RULES } from "../../game/houserules";
import { RequestError } from "../../net/connection";
import type { RefereeAnswer, RefereeScore, ServerMessage } from "../../protocol";
import { remembered } from "../../settings";
import { judge } from "./judge";
import {
  type BoxThrow,
  correctedTally,
  freshTally,
  type RefereeRequest,
  type ThrowDraft,
  type Thrown,
  type ThrowTally,
} from "./tally";

export interface KeptBox {
  readonly edition: string;
  readonly rules?: ChosenRules;
  /** The elements agreed on; null where there is nothing to agree. */
  readonly elements?: readonly string[] | null;
  readonly players: readonly string[];
  /** Who plays the tournament, where a deciding game is played by fewer. */
  readonly seats?: readonly string[];
  readonly requests: readonly RefereeRequest[];
  /** What is tapped so far of what comes next. */
  readonly draft?: ThrowDraft | undefined;
  readonly games: readonly {
    readonly out: readonly (readonly string[])[];
    readonly win: readonly string[];
  }[];
}

function isKept(value: unknown): value is KeptBox | null {
  if (value === null) return true;
  const kept = value as Partial<KeptBox>;
  return (
    typeof kept.edition === "string" && Array.isArray(kept.requests) && Array.isArray(kept.players)
  );
}

export const kept = remembered<KeptBox | null>("referee", null, isKept);
export const reply = signal<RefereeAnswer | null>(null);
/** Why the last answer was refused, by its code. */
export const refusal = signal<string | null>(null);
/** Whether something was tapped that the server has not heard yet: until then nothing can be. */
export const waiting = signal(false);
/** Whether the server has been silent for long, or is gone. */
export const late = signal(false);
/** What was taken back last, to be corrected instead of tapped again. */
export const takenBack = signal<RefereeRequest | null>(null);

const AGAIN_MS = 2000;
let again = 0;
let openings = 0;
/** What will be to correct once the referee is where it was before it. */
let givenBack: RefereeRequest | null = null;

/** Goes on with whoever judges, now and whenever that changes; what it gives back ends that. */
export function follow(): () => void {
  return effect(() => {
    if (judge.value.state.value === "open") untracked(() => void open());
  });
}

/** Brings the referee to where this device is. */
export async function open(): Promise<void> {
  const all = kept.value;
  if (!all || judge.value.state.value !== "open") return;
  const mine = ++openings;
  try {
    const answer = await judge.value.request({ type: "referee_open", requests: [...all.requests] });
    if (mine !== openings) return; // somebody tapped on: the next answer counts
    batch(() => {
      if (take(answer) && givenBack) takenBack.value = givenBack;
      [waiting.value, late.value, givenBack] = [false, false, null];
    });
  } catch {
    if (mine !== openings) return;
    // Over a line that is gone whatever is tapped is kept; over a slow one it could come too early.
    waiting.value ||= judge.value.state.value === "open";
    askAgain();
  }
}

/** A server that is only slow is asked again; one that is gone, when the line is mended. */
function askAgain(): void {
  late.value = true;
  window.clearTimeout(again);
  again = window.setTimeout(() => void open(), AGAIN_MS);
}

function take(message: ServerMessage): boolean {
  if (message.type !== "referee") return false;
  const answer = message.reply;
  if (answer.error) {
    refusal.value = answer.error.code;
    return false;
  }
  refusal.value = null;
  reply.value = answer;
  return true;
}

/** Whether what was tapped last is being asked for: until it is answered nothing else is taken. */
export const telling = signal(false);
/** Whether that has taken so long that it is said to wait for the network. */
export const overdue = signal(false);
/** ms. */
const OVERDUE = 1500;

/** Enters something; false where the referee refuses it, or has not answered the last one yet. */
export async function tell(request: RefereeRequest): Promise<boolean> {
  const all = kept.value;
  if (!all || telling.value || waiting.value) return false;
  const asked = judge.value;
  telling.value = true;
  const timer = window.setTimeout(() => {
    overdue.value = true;
  }, OVERDUE);
  try {
    return await accepted(all, request);
  } finally {
    window.clearTimeout(timer);
    telling.value = overdue.value = false;
    if (judge.value !== asked) void open(); // who judges now has not heard this one
  }
}

async function accepted(all: KeptBox, request: RefereeRequest): Promise<boolean> {
  const after = { ...all, draft: undefined, requests: [...all.requests, request] };
  try {
    const answer = await judge.value.request({ type: "referee_send", request: { ...request } });
    return batch(() => {
      const taken = take(answer);
      if (taken) [kept.value, takenBack.value] = [after, null];
      return taken;
    });
  } catch (error) {
    if (error instanceof RequestError && error.code !== "offline") {
      refusal.value = error.code;
      return false;
    }
    // Entered is entered, heard or not: the next throw begins with what lies then.
    [kept.value, takenBack.value] = [after, null];
    waiting.value = true;
    askAgain();
    return true;
  }
}

/** What is told of a throw so far: tapped, taken back to be corrected, or entered but not heard. */
export function draftOf(at: BoxThrow, thrown: Thrown): ThrowTally {
  const all = kept.value;
  const draft = all?.draft;
  if (draft && JSON.stringify(draft.thrown) === JSON.stringify(thrown)) return draft.tally;
  const entered = waiting.value ? unheard(all) : takenBack.value;
  return correctedTally(at, thrown, entered) ?? freshTally(at);
}

/** What was entered last and not answered yet; what is being taken back is shown no more. */
function unheard(all: KeptBox | null): RefereeRequest | null {
  return givenBack ? null : (all?.requests.at(-1) ?? null);
}

export function keepDraft(thrown: Thrown, tally: ThrowTally): void {
  if (kept.value) kept.value = { ...kept.value, draft: { thrown, tally } };
}

export function undo(): void {
  const all = kept.value;
  if (!all || all.requests.length < 2) return;
  kept.value = { ...all, draft: undefined, requests: all.requests.slice(0, -1) };
  givenBack = all.requests.at(-1) ?? null;
  takenBack.value = null;
  refusal.value = null;
  waiting.value = true;
  void open();
}

type BoxResult = KeptBox["games"][number];

type BoxGame = Omit<KeptBox, "requests" | "draft" | "games">;

/** Begins a game, after those of the tournament so far. */
export function begin(game: BoxGame, first: string, games: readonly BoxResult[] = []): void {
  const { edition, players, rules = NO_HOUSE_RULES, elements = null, seats = players } = game;
  const start: RefereeRequest = {
    new: {
      edition,
      players,
      first,
      options: rules.changed,
      ...(rules.preset ? { preset: rules.preset } : {}),
      ...(elements ? { elements } : {}),
    },
  };
  kept.value = { edition, rules, elements, players, seats, requests: [start], games };
  reply.value = null;
  takenBack.value = null;
  givenBack = null;
  void open();
}

/** How the game that just ended counts: who dropped out, batch by batch, and who won. */
export function batches(all: KeptBox, last: RefereeAnswer): BoxResult {
  const state = last.state;
  const points = state?.points ?? {};
  const won = last.awaited?.kind === "over" ? last.awaited.winners : [];
  const winners = all.players.filter((_, seat) => won.includes(seat));
  const levels = [...new Set(Object.values(points))].sort((a, b) => b - a);
  const out = levels
    .map((level) => all.players.filter((name) => points[name] === level && !winners.includes(name)))
    .filter((batch) => batch.length > 0);
  return { out, win: winners };
}

/** Who plays the tournament. */
export function seatsOf(all: KeptBox): readonly string[] {
  return all.seats ?? all.players;
}

type Following = Pick<KeptBox, "players" | "games"> & { readonly next: string };

/** The game after this one: the deciding one after a tie, else the next, or a new tournament's first. */
export function following(all: KeptBox, score: RefereeScore | null, result: BoxResult): Following {
  const seats = seatsOf(all);
  if (score?.winners) return { players: seats, next: seats[0] ?? "", games: [] };
  const games = [...all.games, result];
  if (score?.playoff) return { players: score.playoff, next: score.playoff[0] ?? "", games };
  return { players: seats, next: seats[games.length % seats.length] ?? "", games };
}
