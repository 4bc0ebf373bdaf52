/** The one place where the page's state lives: the table as shown, the line, what was asked for. */

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { Device } from "./fairness/device";
import { Shelf } from "./fairness/shelf";
import { wrongText } from "./fairness/words";
import { download, drawer, fetchRecord } from "./fairness/world";
import {
  askedSeats,
  NO_TABLE,
  ownSeats,
  reduce,
  seatToAct,
  type TableState,
  unitsOf,
  viewpoint,
} from "./game/table";
import { chooseHouse } from "./net/choose";
import { Connection, type Outgoing, RequestError } from "./net/connection";
import { cameBack, house } from "./net/house";
import { dropWish, isWish, withKey } from "./net/wish";
import type { HandView, Lobby, Seeking, ServerMessage, Welcome } from "./protocol";
import { route } from "./route";
import { keptTable, rememberGame } from "./settings";
import { refusalText } from "./speech/refusal";

export interface Notice {
  readonly text: string;
  readonly kind: "info" | "error";
  readonly id: number;
}

export const table = signal<TableState>(NO_TABLE);
export const welcome = signal<Welcome | null>(null);
export const lobby = signal<Lobby | null>(null);
/** How the search for a quick match stands; null where nobody searches. */
export const seeking = signal<Seeking | null>(null);
export const notice = signal<Notice | null>(null);
/** Whether everything that was sent has been shown. */
export const settled = signal(true);
/** The seat the table is seen from. */
export const seenFrom = signal(0);
/** The seat whose person holds the device, where several share it and supplies are hidden. */
export const holder = signal<number | null>(null);
export const chosenUnit = signal<string | null>(null);
/** Whether lying dice can be pushed about now. */
export const pushing = signal(false);
/** What was answered already, so that nothing is sent twice. */
const answered = signal("");

export const own = computed(() => ownSeats(table.value));
const asked = computed(() => {
  const game = table.value.game;
  const attends = table.value.code !== null;
  const seat = attends && settled.value ? seatToAct(table.value) : null;
  return seat === null || answered.value === `${game?.game}:${game?.state}:${seat}` ? null : seat;
});
const secretive = computed(() => {
  const kind = table.value.game?.awaited.kind;
  const together = kind === "extra" || kind === "column";
  return own.value.length > 1 && !together && table.value.info?.options.supply === "hidden";
});
/** The own seat to act, once everything has been shown and the device is in the right hands. */
export const acting = computed(() =>
  secretive.value && holder.value !== asked.value ? null : asked.value,
);
/** The own seat that should be handed the device now. */
export const handTo = computed(() =>
  secretive.value && holder.value !== asked.value ? asked.value : null,
);
const COVERED: HandView = { dice: null, loose: null, piles: [] };
/** Supplies as they may be seen now: on a shared device only by whoever holds it. */
export const hands = computed((): readonly HandView[] => {
  const { game, info } = table.value;
  if (!game) return [];
  const covered =
    own.value.length > 1 && info?.options.supply === "hidden" && game.awaited.kind !== "over";
  const seen = handTo.value === null ? holder.value : null;
  return game.hands.map((hand, seat) => (covered && seat !== seen ? COVERED : hand));
});
export const units = computed(() => {
  const game = table.value.game;
  return game && acting.value !== null ? unitsOf(game.awaited, acting.value) : [];
});
export const unit = computed(() => {
  const wished = chosenUnit.value;
  return wished && units.value.includes(wished) ? wished : (units.value[0] ?? null);
});

type Presenter = {
  present(message: ServerMessage, apply: () => void): void;
  frame(number: number, bytes: Uint8Array<ArrayBuffer>): void;
};

let presenter: Presenter | null = null;

/** Who shows messages before they count as seen; without one they count at once. */
export function presentWith(next: Presenter | null): void {
  presenter = next;
}

const SHOWN_IN_ORDER = new Set(["thrown", "step", "changed", "snapshot", "joined", "tournament"]);

function receive(message: ServerMessage): void {
  device.received(message);
  if (message.type === "joined" && message.seats.length) dropWish();
  if (message.type === "welcome") welcome.value = message;
  else if (message.type === "lobby") lobby.value = message;
  else if (message.type === "seeking") seeking.value = message;
  else if (message.type === "error") sayError(message.code);
  else if (presenter && SHOWN_IN_ORDER.has(message.type))
    presenter.present(message, () => apply(message));
  else apply(message);
}

function apply(message: ServerMessage): void {
  batch(() => {
    see(message);
    if (message.type === "step") rememberGame(message.game.game, ownSeats(table.value));
    if (message.type === "joined" && message.seats.length)
      keep(
        message.table,
        message.seats.map((seat) => seat.token),
      );
    if (message.type === "joined" && seeking.value) {
      seeking.value = null;
      attend = resumed();
    }
  });
  if (message.type === "snapshot") sendHandsAgain();
}

function see(message: ServerMessage): void {
  batch(() => {
    table.value = reduce(table.value, message);
    seenFrom.value = viewpoint(table.value, seenFrom.value);
  });
}

/** Who answers in the server's place; false: not with that. */
type StandIn = (message: Outgoing) => boolean;

let standIn: StandIn | null = null;

/** A lesson stands in for the server, until it ends with null: nothing of it is kept or proven. */
export function rehearseWith(next: StandIn | null): void {
  if (table.value.code !== null && !standIn) leaveTable();
  standIn = next;
  table.value = NO_TABLE;
  answered.value = "";
}

/** Shows a message of a lesson as one of the server is shown. */
export function rehearse(message: ServerMessage): void {
  if (presenter) presenter.present(message, () => see(message));
  else see(message);
}

/** The trajectory of a lesson's throw. */
export function rehearseFrame(number: number, bytes: Uint8Array<ArrayBuffer>): void {
  presenter?.frame(number, bytes);
}

/** Hands that may have been lost on the way are sent once more, unchanged. */
function sendHandsAgain(): void {
  const { game } = table.value;
  if (!game) return;
  const asked = askedSeats(game.awaited);
  for (const hand of device.hands(game)) if (asked.includes(hand.seat)) void act(hand);
}

function keep(code: string, tokens: string[]): void {
  if (tokens.every(Boolean)) keptTable.value = { table: code, tokens };
}

/** What to attend again after the line was mended. */
let attend: Outgoing | null = null;
/** The answer to that, when it was last asked for again. */
let answerAgain: Promise<ServerMessage | null> | null = null;

export const line = new Connection((events) => house.value.dial(events), {
  message: receive,
  frame: (number, bytes) => presenter?.frame(number, bytes),
  open: () => {
    const again = table.value.superseded ? null : attend;
    answerAgain = again && ask(device.attending(wished(again)));
  },
});

/** At a table, on the way back to one of this device, or at a real box: there nobody changes houses. */
function isSeated(): boolean {
  const { at } = route.value;
  if (table.value.code !== null || at === "referee") return true;
  return cameBack && (at === "table" || at === "replay");
}

chooseHouse(line, isSeated);

/** This device as one that takes part in the chance of throws, and checks all of them. */
export const device = new Device(
  {
    isOpen: () => line.state.value === "open",
    send: (message) => line.send(message),
    record: fetchRecord,
    later: (ms, what) => window.setTimeout(what, ms),
    save: download,
  },
  new Shelf(drawer),
);

function resumed(): Outgoing | null {
  const kept = keptTable.value;
  if (!kept || kept.table !== table.value.code || !kept.tokens.length) return null;
  return { type: "resume", table: kept.table, tokens: [...kept.tokens] };
}

/** The seats this device kept, if it has some there; whoever wished to watch goes on watching. */
function wished(message: Outgoing, watching = message.type === "watch"): Outgoing {
  return (watching ? null : resumed()) ?? message;
}

/** Sends; a refusal gives null, and is shown in words unless somebody else says so. */
export async function ask(message: Outgoing, quietly = false): Promise<ServerMessage | null> {
  try {
    return await line.request(message);
  } catch (error) {
    const refused = error instanceof RequestError && error.code !== "offline";
    if (refused && !quietly) sayError(error.code);
    return null;
  }
}

/** Sends without waiting; a refusal is shown in words. */
export function send(message: Outgoing): void {
  void ask(message);
}

/** Until somebody answers: a server, or this device, which has to start first. */
export function untilOpen(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (line.state.value !== "open") return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

/** Attends a table now, and again whenever the line had been lost. A wish for a seat is asked for
 * until it is answered. */
export async function attendTable(
  message: Outgoing,
  quietly = false,
): Promise<ServerMessage | null> {
  const wish = withKey(message);
  attend = wish;
  const open = line.state.value === "open";
  let answer = open ? await ask(device.attending(wish), quietly) : null;
  while (!answer && isWish(wish) && attend === wish && line.state.value !== "open") {
    await untilOpen();
    if (attend === wish) answer = await answerAgain;
  }
  if (attend !== wish) return answer; // something else was asked for meanwhile
  if (answer?.type === "joined") {
    attend = wished({ type: "watch", table: answer.table }, message.type === "watch");
  } else if (line.state.value === "open" && answer?.type !== "seeking") {
    attend = null;
  }
  return answer;
}

/** Looks for a quick match no more. */
export function stopSeeking(): void {
  attend = null;
  dropWish();
  seeking.value = null;
  line.send({ type: "leave" });
}

/** Goes away; to a game that is still on one may come back. */
export function leaveTable(): void {
  attend = null;
  const { code, info } = table.value;
  if (info?.stage === "over" && keptTable.value?.table === code) keptTable.value = null;
  line.send({ type: "leave" });
  table.value = NO_TABLE;
  holder.value = null;
}

/** What is wrong with a game is said at once, and again with everything that is found later. */
const newestFinding = computed(() => device.seal.value?.findings.at(-1) ?? null);
effect(() => {
  const finding = newestFinding.value;
  if (finding) untracked(() => say(wrongText(finding), "error"));
});

let notices = 0;

export function say(text: string, kind: Notice["kind"] = "info"): void {
  notice.value = { text, kind, id: ++notices };
}

export function sayError(code: string): void {
  say(refusalText(code), "error");
}

/** Answers what is awaited of a seat; once for each state. */
export async function act(
  message: Outgoing & { seat: number; state: number },
  once = true,
): Promise<void> {
  const { game } = table.value;
  const mark = `${game?.game}:${message.state}:${message.seat}`;
  if (once) answered.value = mark;
  if (standIn) {
    if (!standIn(message)) answered.value = "";
    return;
  }
  const hand = message.type === "throw" && game ? device.hand(game, message) : null;
  try {
    await line.request(hand ?? message);
  } catch (error) {
    const code = error instanceof RequestError ? error.code : "offline";
    if (code !== "offline") sayError(code);
    if (code === "offline" && hand) return; // it is kept, and goes out again with the line
    if (hand) device.refused(hand, code);
    if (answered.value === mark) answered.value = "";
  }
}
