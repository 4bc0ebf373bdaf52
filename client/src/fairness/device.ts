/**
 * This device at a table: hears what the server says, shows its links by itself, offers chains, and
 * tells what it found. It knows messages, not the page; the store passes them through it.
 */

import { signal } from "@preact/signals";
import type {
  AskLines,
  ClientMessage,
  GameView,
  Lines,
  OfferChain,
  ServerMessage,
  ShowLink,
  Snapshot,
  ThrowDice,
} from "../protocol";
import { linkOf, newSecret } from "./chain";
import { liesAsLaid } from "./dice";
import {
  closed,
  type Finding,
  found,
  freshMemory,
  goesOn,
  type Hearer,
  hear,
  isLeftOut,
  type KeptHand,
  linesHeard,
  linkToShow,
  type Memory,
  needsChain,
  wasPassedOver,
  withShown,
} from "./memory";
import { differsAt, isFinished } from "./record";
import type { Shelf } from "./shelf";
import { markOf, sealOf } from "./transcript";
import { witnessOf } from "./witness";

/** How often, and every how many ms, it looks whether lines have come that have to. In steps: a
 * device that slept has most of them left when it wakes, and the lines come meanwhile. */
const LINES_LOOKS = 6;
const LINES_LOOK = 1000;
const RECORD_TRIES = 4;
const RECORD_AGAIN = 2500;
/** Refusals of a hand that may have come before: it is kept, to be compared. */
const THERE_ALREADY = new Set(["stale", "not_awaited"]);

/** What is told about a game's proof. */
export interface SealView {
  readonly game: string;
  readonly state: "good" | "late" | "bad";
  /** Throws that were checked here. */
  readonly throws: number;
  /** The chance of the newest one. */
  readonly seed: string | null;
  readonly late: Readonly<Record<number, number>>;
  readonly unwitnessed: number;
  readonly without: number;
  /** Throws in which this device was called late though it had answered. */
  readonly answered: readonly number[];
  /** Whether the server does not let this device take part. */
  readonly leftOut: boolean;
  /** The throw from which another device answered for its seat while it was cut off. */
  readonly replaced: number | null;
  readonly findings: readonly Finding[];
  /** The eight signs of all lines so far. */
  readonly signs: string;
  readonly record: boolean | null;
  /** Whether this browser keeps it over a reload. */
  readonly kept: boolean;
}

export function sealView(memory: Memory, kept: boolean): SealView | null {
  const { ledger, findings, answered } = memory;
  if (!ledger && !findings.length) return null;
  const isLate = answered.length > 0 || wasPassedOver(memory);
  return {
    game: memory.game,
    state: findings.length ? "bad" : isLate ? "late" : "good",
    throws: ledger?.throws ?? 0,
    seed: ledger?.seed ?? null,
    late: ledger?.late ?? {},
    unwitnessed: ledger?.unwitnessed ?? 0,
    without: memory.without,
    answered,
    leftOut: isLeftOut(memory),
    replaced: memory.replaced,
    findings,
    signs: ledger ? sealOf(ledger.digest) : "",
    record: memory.record,
    kept,
  };
}

/** What the server has shown of a game, so that the lines about it have to be there. */
interface Owed {
  readonly game: string;
  readonly visit: number;
  readonly lines: number;
  readonly throws: number;
}

type Hand = Omit<ThrowDice, "ref">;
type WithTip = { readonly tip?: string | null };

export interface World {
  /** Whether the server can be heard. */
  isOpen(): boolean;
  send(message: OfferChain | ShowLink | AskLines): void;
  /** The record of a finished game; null where it cannot be had now. */
  record(game: string): Promise<string | null>;
  later(ms: number, what: () => void): void;
  /** Saves a file for the person at this device. */
  save(name: string, text: string): void;
}

export class Device {
  readonly seal = signal<SealView | null>(null);
  readonly #world: World;
  readonly #shelf: Shelf;
  #memory: Memory | null = null;
  #code = "";
  #seats: readonly number[] = [];
  #stage = "";
  /** The chain that is offered next; it was never used. */
  #next: { readonly tip: string; readonly secret: string } | null = null;
  #offered = false;
  /** Whether this device came back to a seat that others may have had meanwhile. */
  #resumed = false;
  #since = 0;
  #cameIn: number | null = null;
  /** Whether any lines came since then. */
  #caughtUp = false;
  /** The number of the throw that is shown next. */
  #nextThrow = 0;
  /** How many lines there were at the last step, at least. */
  #atStep = 0;
  #owed: Owed | null = null;
  /** How many lines there are, as far as is known. */
  #told = 0;
  #comparing = "";
  /** How often it came to a table: what was asked before that is asked no more. */
  #visits = 0;

  constructor(world: World, shelf: Shelf) {
    this.#world = world;
    this.#shelf = shelf;
  }

  /** What is said to come to a table, with the tip of a fresh chain where one is needed. */
  attending<T extends { readonly type: ClientMessage["type"] }>(message: T): T & WithTip {
    this.#visits++;
    this.#resumed = message.type === "resume";
    const code = "table" in message ? String(message.table) : "";
    const goesOn = this.#resumed && this.#shelf.remembersGameAt(code);
    this.#offered = !goesOn && ["create", "join", "resume", "seek"].includes(message.type);
    return this.#offered ? { ...message, tip: this.#fresh().tip } : message;
  }

  received(message: ServerMessage): void {
    switch (message.type) {
      case "joined":
        this.#code = message.table;
        this.#seats = message.seats.map((one) => one.seat);
        this.#memory = null;
        break;
      case "snapshot":
        this.#arrived(message);
        break;
      case "seats":
        this.#stage = message.stage;
        this.#seats = message.seats.filter((one) => one.yours).map((one) => one.seat);
        break;
      case "lines":
        this.#lines(message);
        break;
      case "step":
        this.#stepped(message.game, message.throw);
        break;
      case "changed":
        this.#look(message.game);
        break;
      case "superseded":
        this.#seats = [];
        this.#goAway(); // another device or tab goes on; what it keeps is read on coming back
        break;
      case "left":
        this.#leave();
        break;
    }
  }

  /** The hand to send: the one that was sent before for the same question, or this one; it is kept
   * until its throw lies. Null where nothing is kept of this game. */
  hand(game: GameView, hand: Hand): Hand | null {
    const memory = this.#memory;
    if (memory?.game !== game.game) return null;
    const sent = memory.hands.find((one) => one.seat === hand.seat && one.state === hand.state);
    if (sent) return answerOf(sent);
    const { seat, state, unit, aim } = hand;
    const kept: KeptHand = { seat, state, throw: game.throws, unit, aim };
    const others = memory.hands.filter((one) => one.seat !== seat);
    this.#keep({ ...memory, hands: [...others, kept] });
    return hand;
  }

  /** The table refused a hand: it is no hand of the game, unless it was there already. */
  refused(hand: Hand, code: string): void {
    const memory = this.#memory;
    if (THERE_ALREADY.has(code)) return;
    const isIt = (one: KeptHand) => one.seat === hand.seat && one.state === hand.state;
    if (memory?.hands.some(isIt))
      this.#keep({ ...memory, hands: memory.hands.filter((one) => !isIt(one)) });
  }

  /** Hands that were sent and not seen fixed: to be sent again, unchanged. */
  hands(game: GameView): Hand[] {
    const memory = this.#memory;
    if (memory?.game !== game.game) return [];
    return memory.hands.filter((one) => one.state === game.state).map(answerOf);
  }

  /** What is remembered of any game; null where this device was not there. */
  sealOf(game: string): SealView | null {
    const memory = this.#shelf.load(game);
    return memory && sealView(memory, this.#shelf.persists);
  }

  /** Hands over what this device saw of a game. */
  saveWitness(game: string): void {
    const memory = this.#shelf.load(game);
    if (memory)
      this.#world.save(`${game}.witness.json`, JSON.stringify(witnessOf(memory), null, 2));
  }

  // --- coming and going ---------------------------------------------------------------------

  /** The person knows that the game goes on without this device. */
  #goAway(): void {
    const kept = this.#memory && this.#shelf.load(this.#memory.game);
    if (kept) this.#shelf.save({ ...kept, away: true });
    this.#memory = null;
  }

  #leave(): void {
    this.#goAway();
    this.#seats = [];
    this.#code = "";
    this.seal.value = null;
  }

  #arrived({ game, seats, stage, table }: Snapshot): void {
    this.#code = table;
    this.#stage = stage;
    this.#seats = seats.filter((one) => one.yours).map((one) => one.seat);
    if (game) this.#open(game);
    else {
      this.#memory = null;
      this.seal.value = null;
    }
    this.#offer();
    this.#resumed = false;
  }

  #open(game: GameView): void {
    const { lines } = game.proof;
    if (this.#memory?.game !== game.game) {
      this.#offered = false; // offers end when a game begins
      this.#since = this.#resumed ? lines : 0;
      this.#cameIn = this.#resumed ? game.throws : null;
      this.#caughtUp = false;
      this.#told = 0;
      this.#memory = this.#shelf.load(game.game) ?? freshMemory(this.#code, game.game);
    }
    this.#tell();
    this.#nextThrow = game.throws;
    this.#atStep = lines;
    if (this.#memory && linesHeard(this.#memory) > lines) this.#find("missing");
    this.#look(game);
    if (this.#memory?.record === null) this.#ask(Math.max(0, linesHeard(this.#memory) - 1));
  }

  /** The server's own word about the transcript, with every view of a game. Throws that it shows
   * have to be in the lines, however many lines it says there are. */
  #look(game: GameView, shown = game.throws): void {
    const memory = this.#memory;
    if (memory?.game !== game.game) return;
    const { lines, digest } = game.proof;
    this.#told = Math.max(this.#told, lines);
    this.#expect(shown);
    const isMore = this.#told > linesHeard(memory) || shown > (memory.ledger?.throws ?? 0);
    if (memory.record && isMore) this.#keep(goesOn(memory));
    if (memory.ledger?.lines === lines && memory.ledger.digest !== digest) this.#find("digest");
    this.#stage = game.awaited.kind === "over" ? "over" : "playing";
    this.#offer();
    this.#compare();
  }

  /** Every step has a line of its own, which comes before it. */
  #stepped(game: GameView, number: number | null): void {
    if (this.#memory?.game !== game.game) return;
    if (number !== null) this.#checkDice(this.#memory, game, number);
    this.#atStep++;
    this.#told = Math.max(this.#told, this.#atStep);
    this.#atStep = Math.max(this.#atStep, linesHeard(this.#memory));
    this.#look(game, Math.max(game.throws, (number ?? -1) + 1));
  }

  /** The dice that are drawn after a throw must be those of its line. Throws are shown one after
   * the other, and none is heard before the last is shown: else any dice could be drawn as those
   * of an old throw. */
  #checkDice(memory: Memory, game: GameView, number: number): void {
    const { throws, atRest } = memory.ledger ?? { throws: 0, atRest: null };
    const isOld = number !== this.#nextThrow || throws > number + 1;
    this.#nextThrow = number + 1;
    const isOther = throws === number + 1 && atRest && !liesAsLaid(atRest, game.arena);
    if (isOld || isOther) this.#keep(found(memory, "dice", number));
  }

  // --- lines and links ------------------------------------------------------------------------

  #lines({ game, first, lines }: Lines): void {
    let memory = this.#memory;
    if (memory?.game !== game) return;
    this.#catchUp(first > linesHeard(memory) ? first : first + lines.length);
    if (this.#isToldOtherwise(memory, first, lines)) memory = found(memory, "fixed");
    const hearer: Hearer = {
      seats: this.#seats,
      since: this.#since,
      cameIn: this.#cameIn,
      offers: this.#offered && this.#seats.length > 0,
      take: (tip) => this.#take(tip),
    };
    lines.forEach((text, place) => {
      if (memory) memory = hear(memory, first + place, text, hearer);
    });
    this.#told = Math.max(this.#told, first + lines.length);
    this.#answer(memory);
    if (first > linesHeard(memory)) this.#ask(linesHeard(memory));
    this.#offer();
    this.#compare();
  }

  /** Only lines that are there can have been written while this device was away, whatever number the
   * server gave: else it could say a great one, and have everything after it believed. */
  #catchUp(there: number): void {
    if (!this.#caughtUp) this.#since = Math.min(this.#since, there);
    this.#caughtUp = true;
  }

  /** Whether another tab of this browser was told one of these lines, but not the same. */
  #isToldOtherwise(memory: Memory, first: number, lines: readonly string[]): boolean {
    const other = this.#shelf.load(memory.game);
    if (!other?.ledger) return false;
    const { marks } = other.ledger;
    return lines.some((text, place) => (marks[first + place] ?? markOf(text)) !== markOf(text));
  }

  /** Keeps what was heard, and only then shows the link that it asks for. */
  #answer(memory: Memory): void {
    const link = linkToShow(memory);
    this.#keep(link ? withShown(memory, link) : memory);
    if (link) this.#world.send({ type: "link", game: memory.game, ...link });
  }

  /** Asks for lines from this number on. */
  #ask(first: number): void {
    const memory = this.#memory;
    if (!memory || memory.findings.length) return;
    this.#world.send({ type: "lines", first });
    this.#expect(memory.ledger?.throws ?? 0);
  }

  /** The lines that were told of, with as many throws, have to come; who does not send them hides
   * something. */
  #expect(throws: number): void {
    const memory = this.#memory;
    if (!memory) return;
    const owed = { game: memory.game, visit: this.#visits, lines: this.#told, throws };
    if (!isOwed(memory, owed) || (this.#owed && this.#isWaitedFor(this.#owed))) return;
    this.#owed = owed;
    this.#await(owed, LINES_LOOKS);
  }

  #await(owed: Owed, looks: number): void {
    this.#world.later(LINES_LOOK, () => {
      const memory = this.#memory;
      if (this.#owed !== owed) return;
      if (!memory || !this.#isWaitedFor(owed) || !this.#world.isOpen()) this.#owed = null;
      else if (looks === 1) this.#find("missing");
      else {
        // What belongs to a view may come just after it, so nothing is asked for before.
        if (looks === LINES_LOOKS) this.#world.send({ type: "lines", first: linesHeard(memory) });
        this.#await(owed, looks - 1);
      }
    });
  }

  #isWaitedFor(owed: Owed): boolean {
    const memory = this.#memory;
    return memory?.game === owed.game && owed.visit === this.#visits && isOwed(memory, owed);
  }

  // --- chains ---------------------------------------------------------------------------------

  #fresh(): { readonly tip: string; readonly secret: string } {
    if (!this.#next) {
      const secret = newSecret();
      this.#next = { tip: linkOf(secret, 0), secret };
      this.#shelf.offer(this.#next.tip, secret);
    }
    return this.#next;
  }

  #take(tip: string): string | null {
    const secret = this.#shelf.take(tip);
    if (secret !== null && this.#next?.tip === tip) {
      this.#next = null;
      this.#offered = false;
    }
    return secret;
  }

  /** Offers a chain where this device needs one: for the next game, or to take part in this one. */
  #offer(): void {
    const memory = this.#memory;
    if (this.#offered || !this.#seats.length) return;
    if (this.#stage === "playing") {
      const knows = memory !== null && linesHeard(memory) >= this.#told && memory.ledger !== null;
      if (!knows || memory.findings.length || !needsChain(memory)) return;
    }
    this.#offered = true;
    this.#world.send({ type: "offer", tip: this.#fresh().tip });
  }

  // --- the end --------------------------------------------------------------------------------

  /** Holds the record of a finished game against what was seen; a fault is said, and kept. */
  #compare(tries = RECORD_TRIES): void {
    const memory = this.#memory;
    if (this.#comparing === memory?.game && tries === RECORD_TRIES) return;
    this.#comparing = "";
    const whole = memory?.ledger && linesHeard(memory) >= this.#told;
    if (this.#stage !== "over" || !whole || memory.record !== null || !tries) return;
    this.#comparing = memory.game;
    void this.#world.record(memory.game).then((text) => {
      const now = this.#memory;
      if (now?.game !== memory.game || !now.ledger || now.record !== null) return;
      const differs = text === null ? null : differsAt(text, now.ledger);
      if (differs !== null) this.#keep(closed(found(now, "record", differs), false));
      // That the game is over is the server's word; only a record with a result ends it.
      else if (text !== null && isFinished(text)) this.#keep(closed(now, true));
      else this.#world.later(RECORD_AGAIN, () => this.#compare(tries - 1));
    });
  }

  // --- what is kept and told ------------------------------------------------------------------

  #find(wrong: Finding["wrong"]): void {
    if (this.#memory) this.#keep(found(this.#memory, wrong));
  }

  #keep(memory: Memory | null): void {
    if (!memory) return;
    this.#memory = memory;
    this.#shelf.save(memory);
    this.#tell();
  }

  #tell(): void {
    this.seal.value = this.#memory && sealView(this.#memory, this.#shelf.persists);
  }
}

/** Whether something is missing; not where anything is wrong, for then lines are heard no more. */
function isOwed(memory: Memory, { lines, throws }: Owed): boolean {
  if (memory.record !== null || memory.findings.length) return false;
  return linesHeard(memory) < lines || (memory.ledger?.throws ?? 0) < throws;
}

function answerOf({ seat, state, unit, aim }: KeptHand): Hand {
  return { type: "throw", seat, state, unit, aim };
}
