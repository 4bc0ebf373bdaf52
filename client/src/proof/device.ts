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
  type ServerMessage,
} from "../protocol";
import { comparing } from "./comparing";
import { liesAsLaid } from "./dice";
import type { Wrong } from "./fault";
import { seatsOf } from "./ledger";
import { Liveness } from "./liveness";
import {
  found,
  freshMemory,
  goesOn,
  type Hearer,
  hear,
  linesHeard,
  linkDue,
  type Memory,
  needsChain,
  ownTip,
} from "./memory";
import { Missing } from "./missing";
import { pinging } from "./pinging";
import { type SealView, sealView } from "./seal";
import type { Shelf } from "./shelf";
import { Showing } from "./showing";
import { type Acting, castOf, said, signatureOf } from "./signing";
import type { World } from "./world";

export class Device {
  readonly seal = signal<SealView | null>(null);
  /** Seats at other devices, whose links the throw that is fixed waits for. */
  readonly awaited = signal<readonly number[]>([]);
  readonly #world: World;
  readonly #shelf: Shelf;
  readonly #table = new Showing();
  readonly #line = new Liveness();
  readonly #missing: Missing;
  readonly #pinging: ReturnType<typeof pinging>;
  readonly #compare: () => void;
  #memory: Memory | null = null;
  /** The key of this device at its table. */
  #key: Key | null = null;
  /** When its chain was offered, or could have been. */
  #waits = 0;
  /** For which game the chain was offered last, on this connection: "" for the next one. */
  #offeredFor: string | null = null;
  /** The number of the throw that is shown next. */
  #nextThrow = 0;
  /** How many lines there were at the last step, at least. */
  #atStep = 0;
  #waiting: (() => void)[] = [];
  /** How far each chain was shown, and for which digest: no link is shown twice, whatever is kept. */
  readonly #shown = new Map<string, { readonly number: number; readonly digest: string }>();

  constructor(world: World, shelf: Shelf) {
    this.#world = world;
    this.#shelf = shelf;
    this.#missing = new Missing(
      world,
      () => this.#memory,
      () => this.#find("missing"),
    );
    const plays = () => this.#key !== null && this.#table.stage === "playing";
    this.#pinging = pinging(world, this.#line, plays);
    const ended = () => (this.#table.stage === "over" ? this.#whole() : null);
    this.#compare = comparing(world, ended, (memory) => this.#keep(memory));
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
  attending<T extends { readonly type: ClientMessage["type"]; readonly table?: string }>(
    message: T,
    secret: string | null,
    host: string | null = null,
  ): T & { readonly tip?: string; readonly signer?: string } {
    this.#line.forget();
    this.#missing.forget();
    this.#offeredFor = null;
    this.#waits = this.#world.now();
    this.#table.attend(message.type !== "watch" && message.type !== "resume", host);
    if (message.type === "watch") {
      this.#key = null;
      return message;
    }
    this.#key = keyOf(secret) ?? this.#key ?? newKey();
    this.#offeredFor = "";
    if ((message.table ?? "") !== this.#table.code) this.#shelf.goesElsewhere();
    return { ...message, tip: this.#shelf.tip, signer: this.#key.public };
  }

  received(message: ServerMessage): void {
    this.#table.hear(message);
    switch (message.type) {
      case "joined":
      case "superseded": // another device or tab goes on; what it keeps is read on coming back
        this.#memory = null;
        break;
      case "snapshot":
        if (message.game) this.#open(message.game);
        else this.#forget();
        this.#offer();
        break;
      case "seats":
        this.#offer();
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
      case "left":
        this.#forget();
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
    const [memory, key] = [this.#whole(), this.#key];
    if (!key || memory?.game !== game.game) return null;
    if (!memory.ledger || memory.findings.length) return null;
    if (message.type !== "throw") {
      const sign = signatureOf(key, memory.ledger, game, message);
      return sign === null ? null : { ...message, ...(sign && { sign }) };
    }
    const cast = castOf(key, memory, message);
    if (!cast) return null;
    const others = memory.casts.filter((one) => one.seat !== cast.seat);
    this.#keep({ ...memory, casts: [...others, cast] });
    return { ...message, ...said(cast) };
  }

  /** Waits until everything that was told of is heard; false if something is wrong. */
  async caughtUp(): Promise<boolean> {
    while (this.#memory && !this.#memory.findings.length && !this.#whole())
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#memory !== null && !this.#memory.findings.length;
  }

  /** The table refused a cast: it is no cast of the game. */
  refused(message: { readonly seat: number; readonly state: number }): void {
    const memory = this.#memory;
    const isIt = (one: typeof message) => one.seat === message.seat && one.state === message.state;
    if (memory?.casts.some(isIt))
      this.#keep({ ...memory, casts: memory.casts.filter((one) => !isIt(one)) });
  }

  /** Casts that were sent and not seen fixed: to be sent again, as they were signed. */
  casts(game: GameView): ReturnType<typeof said>[] {
    const memory = this.#memory;
    if (memory?.game !== game.game) return [];
    return memory.casts.filter((one) => one.state === game.state).map(said);
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

  // --- coming and going -----------------------------------------------------------------------

  #forget(): void {
    this.#memory = null;
    this.#tell();
    this.#wake();
  }

  #open(game: GameView): void {
    if (this.#memory?.game !== game.game) {
      const fresh = freshMemory(this.#table.code, game.game, this.#key?.public ?? null);
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
    this.#table.stage = game.awaited.kind === "over" ? "over" : "playing";
    this.#offer();
    this.#compare();
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
    if (lines.length < LINES_A_PAGE) this.#table.areAll(game, first + lines.length);
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
    this.#compare();
  }

  #hearer(): Hearer {
    const { game = "", key = null } = this.#memory ?? {};
    return {
      now: this.#world.now(),
      line: this.#line,
      since: this.#table.since(game),
      // Who lacks lines could not have offered.
      waits: this.#whole() ? this.#waits : this.#world.now(),
      isAsAgreed: (line) =>
        this.#table.isAsAgreed(line, key, this.#shelf.newestAt(this.#table.code, game)),
      take: (tip) => this.#take(tip),
      wasUsed: (tip) => this.#shelf.wasUsed(tip, game),
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
  #answer(memory: Memory): void {
    const link = linkDue(memory);
    const { game, ledger } = memory;
    if (!link || !ledger || !this.#key) return;
    const { tip, number, ...shown } = link;
    const before = this.#shown.get(tip) ?? { number: 0, digest: "" };
    const isAgain = number === before.number && ledger.digest === before.digest;
    if (number <= before.number && !isAgain) {
      this.#find("fixed");
      return;
    }
    this.#shown.set(tip, { number, digest: ledger.digest });
    const sign = signed(this.#key, showMessage(ledger.digest, shown.link));
    this.#world.send({ type: "link", game, ...shown, sign });
    this.#line.showedLink();
    this.#pinging.now();
  }

  /** The game, if everything of it was heard that the server told of. */
  #whole(): Memory | null {
    const memory = this.#memory;
    return memory?.ledger && !this.#missing.isOwed(memory) ? memory : null;
  }

  // --- chains ---------------------------------------------------------------------------------

  #take(tip: string): string | null {
    const secret = this.#shelf.take(tip);
    if (secret !== null) this.#offeredFor = null;
    return secret;
  }

  /** Offers a chain if this device needs one: for the next game, or, signed, to take part in this. A
   * page that nobody sees says that it is away instead. */
  #offer(): void {
    if (!this.#key || !this.#table.held.length) return;
    if (this.#table.stage !== "playing") {
      if (this.#offeredFor === null) this.#sendOffer("");
      return;
    }
    const memory = this.#whole();
    if (!memory?.ledger || memory.findings.length) return;
    if (this.#world.isHidden()) this.goAway();
    else if (needsChain(memory) && this.#offeredFor !== memory.game) {
      const message = joinMessage(memory.ledger.begun, this.#shelf.tip);
      this.#sendOffer(memory.game, signed(this.#key, message));
      this.#line.offered();
      this.#waits = this.#world.now();
      this.#pinging.now();
    }
  }

  #sendOffer(game: string, sign?: string): void {
    this.#offeredFor = game;
    this.#world.send({ type: "offer", tip: this.#shelf.tip, ...(sign && { sign }) });
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
    const { ledger } = this.#memory ?? {};
    const asked = ledger?.fixed ? seatsOf(ledger, ledger.fixed.devices) : [];
    this.awaited.value = asked.filter((seat) => !this.#table.held.includes(seat));
  }
}
