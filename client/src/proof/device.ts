/**
 * This device at a table: hears what the server says, shows its links by itself, offers chains, signs
 * what its person does, and tells what it found. It knows messages, not the page; the session passes
 * them through it.
 */

import { signal } from "@preact/signals";
import { fingerprint, type Key, keyOf, newKey, signed } from "../fairness/keys";
import { awayMessage, joinMessage, showMessage } from "../fairness/signed";
import { restored } from "../fairness/thin";
import { markOf } from "../fairness/transcript";
import {
  type ClientMessage,
  type GameView,
  LINES_A_PAGE,
  type Lines,
  type Seats,
  type ServerMessage,
  type Snapshot,
} from "../protocol";
import { Comparing } from "./comparing";
import { liesAsLaid } from "./dice";
import type { Wrong } from "./fault";
import { isAsAgreed, type Shown, shownBy, withBox, withScore } from "./lineup";
import { Liveness } from "./liveness";
import {
  found,
  freshMemory,
  goesOn,
  type Hearer,
  hear,
  type KeptHand,
  linesHeard,
  linkDue,
  type Memory,
  needsChain,
  ownTip,
} from "./memory";
import { Missing } from "./missing";
import { Offers } from "./offers";
import { Pinging } from "./pinging";
import type { World } from "./port";
import { type SealView, sealView } from "./seal";
import type { Shelf } from "./shelf";
import { type Acting, handOf, signatureOf } from "./signing";
import { witnessOf } from "./witness";

type WithOffer = { readonly tip?: string | null; readonly signer?: string | null };

export class Device {
  readonly seal = signal<SealView | null>(null);
  /** Seats at other devices, whose links the throw that is fixed waits for. */
  readonly awaited = signal<readonly number[]>([]);
  readonly #world: World;
  readonly #shelf: Shelf;
  readonly #line = new Liveness();
  readonly #missing: Missing;
  readonly #pinging: Pinging;
  readonly #comparing: Comparing;
  readonly #offers: Offers;
  #memory: Memory | null = null;
  #code = "";
  #stage = "";
  /** The key of this device at its table. */
  #key: Key | null = null;
  /** The host's fingerprint in the invitation. */
  #host: string | null = null;
  /** The seats that it was given, and the table as it was shown before its game. */
  #held: readonly number[] = [];
  #shown: Shown | null = null;
  /** Whether this device has just come for a seat. */
  #sitsDown = false;
  /** Whether this connection has just begun. */
  #arrives = false;
  /** How many lines of which game were there when this connection began. */
  #since = { game: "", lines: 0 };
  /** When its chain was offered, or could have been. */
  #waits = 0;
  /** For which game the chain was offered last, on this connection: "" for the next one. */
  #offeredFor: string | null = null;
  /** The number of the throw that is shown next. */
  #nextThrow = 0;
  /** How many lines there were at the last step, at least. */
  #atStep = 0;
  #waiting: (() => void)[] = [];

  constructor(world: World, shelf: Shelf) {
    this.#world = world;
    this.#shelf = shelf;
    this.#missing = new Missing({
      now: () => world.now(),
      askLines: (message) => world.askLines(message),
      later: (ms, what) => world.later(ms, what),
      memory: () => this.#memory,
      find: () => this.#find("missing"),
    });
    const plays = () => this.#key !== null && this.#stage === "playing";
    this.#pinging = new Pinging(world, this.#line, plays);
    const ended = () => (this.#stage === "over" ? this.#whole() : null);
    this.#comparing = new Comparing(world, ended, (memory) => this.#keep(memory));
    this.#offers = new Offers(shelf);
  }

  /** The secret of this device's key at its table, to be kept with the tokens of its seats. */
  get secret(): string | null {
    return this.#key?.secret ?? null;
  }

  /** What others can compare of its key. */
  get fingerprint(): string | null {
    return this.#key && fingerprint(this.#key.public);
  }

  /** What is said to come to a table, with this device's key and the tip of a fresh chain for the next
   * game. `host` is the fingerprint in the invitation. */
  attending<T extends { readonly type: ClientMessage["type"] }>(
    message: T,
    secret: string | null,
    host: string | null = null,
  ): T & WithOffer {
    this.#line.forget();
    this.#missing.forget();
    this.#offeredFor = null;
    this.#arrives = true;
    this.#waits = this.#world.now();
    this.#host = host;
    this.#sitsDown = message.type !== "watch" && message.type !== "resume";
    if (message.type === "watch") {
      this.#key = null;
      return message;
    }
    this.#key = keyOf(secret) ?? this.#key ?? newKey();
    this.#offeredFor = "";
    return { ...message, tip: this.#offers.tip, signer: this.#key.public };
  }

  received(message: ServerMessage): void {
    switch (message.type) {
      case "joined":
        if (message.table !== this.#code) this.#shown = null;
        this.#code = message.table;
        this.#held = message.seats.map((one) => one.seat);
        this.#memory = null;
        break;
      case "snapshot":
        this.#arrived(message);
        break;
      case "seats":
        this.#stage = message.stage;
        this.#see(message);
        this.#offer();
        break;
      case "box":
        if (this.#stage === "over") this.#shown = withBox(this.#shown, message.next);
        break;
      case "tournament":
        this.#shown = withScore(this.#shown, message);
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
        this.#memory = null; // another device or tab goes on; what it keeps is read on coming back
        this.#held = [];
        break;
      case "left":
        this.#leave();
        break;
    }
  }

  /** The answer to a ping. */
  ponged(number: number): void {
    const sent = this.#line.pong(number);
    if (sent !== null) this.#missing.ponged(sent);
  }

  /** A throw fell again on this device: the same, or otherwise; or its game is against the rules. By
   * then the next game may have begun. */
  rethrown(game: string, number: number, fell: "same" | "thrown" | "order"): void {
    const isOpen = this.#memory?.game === game;
    const memory = isOpen ? this.#memory : this.#shelf.load(game);
    if (!memory) return;
    const rethrown = Math.max(memory.rethrown, number + 1);
    const next = fell === "same" ? { ...memory, rethrown } : found(memory, fell, number);
    if (isOpen) this.#keep(next);
    else this.#shelf.save(next);
  }

  // --- what the person does -------------------------------------------------------------------

  /** What the person does, signed; null if this device cannot sign it, since it has not heard the
   * whole game or found something wrong. */
  signed<T extends Acting>(game: GameView, message: T): (T & { sign?: string }) | null {
    const [memory, key] = [this.#memory, this.#key];
    if (!key || memory?.game !== game.game || memory.findings.length) return null;
    if (!memory.ledger || !this.#knowsAll(memory)) return null;
    if (message.type !== "throw") {
      const sign = signatureOf(key, memory.ledger, game, message);
      return sign === null ? null : { ...message, ...(sign && { sign }) };
    }
    const hand = handOf(key, memory, message);
    if (!hand) return null;
    const others = memory.hands.filter((one) => one.seat !== hand.seat);
    this.#keep({ ...memory, hands: [...others, hand] });
    return { ...message, ...said(hand) };
  }

  /** Waits until everything that was told of is heard; false if something is wrong. */
  async caughtUp(): Promise<boolean> {
    while (this.#memory && !this.#memory.findings.length && !this.#knowsAll(this.#memory))
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#memory !== null && !this.#memory.findings.length;
  }

  /** The table refused a hand: it is no hand of the game. */
  refused(message: { readonly seat: number; readonly state: number }): void {
    const memory = this.#memory;
    const isIt = (one: typeof message) => one.seat === message.seat && one.state === message.state;
    if (memory?.hands.some(isIt))
      this.#keep({ ...memory, hands: memory.hands.filter((one) => !isIt(one)) });
  }

  /** Hands that were sent and not seen fixed: to be sent again, as they were signed. */
  hands(game: GameView): ReturnType<typeof said>[] {
    const memory = this.#memory;
    if (memory?.game !== game.game) return [];
    return memory.hands.filter((one) => one.state === game.state).map(said);
  }

  /** The page is hidden, or its person leaves: its chain shows no more links until it is back. */
  goAway(): void {
    const memory = this.#memory;
    const tip = memory && ownTip(memory);
    if (!memory || !tip || !this.#key || memory.away.includes(tip)) return;
    this.#keep({ ...memory, away: [...memory.away, tip] });
    this.#world.send({ type: "away", sign: signed(this.#key, awayMessage(tip)) });
  }

  /** The page is seen again. */
  comeBack(): void {
    this.#offer();
    this.#pinging.goOn();
  }

  // --- what is told ---------------------------------------------------------------------------

  /** What is remembered of any game; null if this device was not there. */
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

  // --- coming and going -----------------------------------------------------------------------

  #leave(): void {
    this.#memory = null;
    this.#held = [];
    this.#shown = null;
    this.#code = "";
    this.#tell();
    this.#wake();
  }

  /** What was agreed is what was shown before the game; to whoever sits down as it begins, with it. */
  #see(message: Snapshot | Seats): void {
    if (message.stage !== "playing" || this.#sitsDown) this.#shown = shownBy(this.#shown, message);
    this.#sitsDown = false;
  }

  #arrived(message: Snapshot): void {
    // Another box may have been chosen after the last game, while this device was away.
    if (this.#arrives && this.#stage === "over" && message.stage === "playing")
      this.#shown = withBox(this.#shown, message);
    this.#code = message.table;
    this.#stage = message.stage;
    if (this.#arrives) {
      this.#shown = withScore(this.#shown, message);
      const { game = "", proof } = message.game ?? {};
      this.#since = { game, lines: this.#sitsDown ? 0 : (proof?.lines ?? 0) };
      this.#arrives = false;
    }
    if (message.game) this.#open(message.game);
    else {
      this.#memory = null;
      this.seal.value = null;
    }
    this.#see(message);
    this.#offer();
  }

  #open(game: GameView): void {
    if (this.#memory?.game !== game.game) {
      const fresh = freshMemory(this.#code, game.game, this.#key?.public ?? null);
      this.#memory = this.#shelf.load(game.game) ?? fresh;
      this.#waits = this.#world.now();
      this.#missing.forget();
    }
    this.#tell();
    this.#nextThrow = game.throws;
    this.#atStep = game.proof.lines;
    if (linesHeard(this.#memory) > game.proof.lines) this.#find("missing");
    this.#missing.told(game.proof.lines, game.throws);
    this.#look(game);
    const known = this.#world.canRethrow() ? 0 : linesHeard(this.#memory) - 1;
    if (this.#memory.record === null) this.#missing.ask(Math.max(0, known));
    this.#pinging.goOn();
  }

  /** The server's own word about the transcript, with every view of a game. Throws that it shows
   * have to be in the lines, however many lines it says there are. */
  #look(game: GameView, shown = game.throws): void {
    const memory = this.#memory;
    if (memory?.game !== game.game) return;
    const { lines, digest } = game.proof;
    this.#missing.told(lines, shown);
    if (memory.record && this.#missing.isOwed(memory)) this.#keep(goesOn(memory));
    if (memory.ledger?.lines === lines && memory.ledger.digest !== digest) this.#find("digest");
    this.#stage = game.awaited.kind === "over" ? "over" : "playing";
    this.#offer();
    this.#comparing.compare();
  }

  /** Every step has a line of its own, which comes before it. */
  #stepped(game: GameView, number: number | null): void {
    if (this.#memory?.game !== game.game) return;
    if (number !== null) this.#checkDice(this.#memory, game, number);
    this.#atStep = Math.max(this.#atStep + 1, linesHeard(this.#memory));
    this.#missing.told(this.#atStep, 0);
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

  #lines({ game, first, lines: sent }: Lines): void {
    let memory = this.#memory;
    if (memory?.game !== game) return;
    const lines = restored(sent);
    const isAll = lines.length < LINES_A_PAGE;
    if (game === this.#since.game && isAll) this.#catchUp(first + lines.length);
    if (this.#isToldOtherwise(memory, first, lines)) memory = found(memory, "fixed");
    const hearer = this.#hearer();
    lines.forEach((text, place) => {
      if (memory) memory = hear(memory, first + place, text, hearer);
    });
    this.#missing.told(first + lines.length, 0);
    this.#world.rethrow(game, first, lines);
    this.#keep(memory);
    this.#answer(memory);
    if (first > linesHeard(memory)) this.#missing.ask(linesHeard(memory));
    this.#offer();
    this.#comparing.compare();
  }

  /** Only lines that are there can be from before this connection, whatever number the server gave; a
   * full page does not tell where they end. */
  #catchUp(there: number): void {
    this.#since = { ...this.#since, lines: Math.min(this.#since.lines, there) };
  }

  #hearer(): Hearer {
    const { key } = this.#memory ?? {};
    const before = this.#shelf.newestAt(this.#code, this.#memory?.game ?? "");
    const seats = key ? this.#held : [];
    const own = { key: key ?? null, seats, host: this.#host, before };
    return {
      now: this.#world.now(),
      line: this.#line,
      since: this.#since.game === this.#memory?.game ? this.#since.lines : 0,
      // Who lacks lines could not have offered.
      waits: this.#memory && this.#knowsAll(this.#memory) ? this.#waits : this.#world.now(),
      isAsAgreed: (line) => isAsAgreed(line, this.#shown, own),
      take: (tip) => this.#take(tip),
      wasUsed: (tip) => this.#shelf.wasUsed(tip, this.#memory?.game ?? ""),
    };
  }

  /** Whether another tab of this browser was told one of these lines, but not the same. */
  #isToldOtherwise(memory: Memory, first: number, lines: readonly string[]): boolean {
    const other = this.#shelf.load(memory.game);
    if (!other?.ledger) return false;
    const { marks } = other.ledger;
    return lines.some((text, place) => (marks[first + place] ?? markOf(text)) !== markOf(text));
  }

  /** Shows the link that is asked for, with the digest it belongs to signed, and a ping behind it. */
  #answer({ game, ledger, ...memory }: Memory): void {
    const link = linkDue({ game, ledger, ...memory });
    if (!link || !ledger || !this.#key) return;
    const sign = signed(this.#key, showMessage(ledger.digest, link.link));
    this.#world.send({ type: "link", game, ...link, sign });
    this.#line.showedLink();
    this.#pinging.now();
  }

  /** The game, if everything of it was heard. */
  #whole(): Memory | null {
    return this.#memory && this.#knowsAll(this.#memory) ? this.#memory : null;
  }

  /** Whether everything was heard that the server told of. */
  #knowsAll(memory: Memory): boolean {
    return memory.ledger !== null && !this.#missing.isOwed(memory);
  }

  // --- chains ---------------------------------------------------------------------------------

  #take(tip: string): string | null {
    const secret = this.#offers.take(tip);
    if (secret !== null) this.#offeredFor = null;
    return secret;
  }

  /** Offers a chain if this device needs one: for the next game, or, signed, to take part in this. A
   * page that nobody sees says that it is away instead. */
  #offer(): void {
    const memory = this.#memory;
    if (!this.#key || !this.#held.length) return;
    if (this.#stage !== "playing") {
      if (this.#offeredFor === null) this.#sendOffer("", {});
      return;
    }
    if (!memory?.ledger || !this.#knowsAll(memory) || memory.findings.length) return;
    if (this.#world.isHidden()) this.goAway();
    else if (needsChain(memory) && this.#offeredFor !== memory.game) {
      const { tip } = this.#offers;
      this.#sendOffer(memory.game, {
        sign: signed(this.#key, joinMessage(memory.ledger.begun, tip)),
      });
      this.#line.offered();
      this.#waits = this.#world.now();
      this.#pinging.now();
    }
  }

  #sendOffer(game: string, how: { readonly sign?: string }): void {
    this.#offeredFor = game;
    this.#world.send({ type: "offer", tip: this.#offers.tip, ...how });
  }

  // --- what is kept and told ------------------------------------------------------------------

  #find(wrong: Wrong): void {
    if (this.#memory) this.#keep(found(this.#memory, wrong));
  }

  #keep(memory: Memory): void {
    this.#memory = memory;
    this.#shelf.save(memory);
    this.#tell();
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }

  #tell(): void {
    this.seal.value = this.#memory && sealView(this.#memory, this.#shelf.persists);
    this.awaited.value = this.#memory ? asked(this.#memory, this.#held) : [];
  }
}

function asked({ ledger }: Memory, held: readonly number[]): readonly number[] {
  const seats = (ledger?.fixed?.devices ?? []).flatMap((one) => ledger?.devices[one]?.seats ?? []);
  return seats.filter((seat) => !held.includes(seat));
}

/** A hand as it is sent. */
function said({ seat, state, unit, aim, sign }: KeptHand) {
  return { type: "throw" as const, seat, state, unit, aim, sign };
}
