/**
 * This device at a table: hears the lines of its game, shows its links by itself, offers chains and
 * signs what its person does. It judges nothing; once the auditor has found a contradiction it shows
 * and signs nothing more. It knows messages, not the page; the session passes them through it.
 *
 * A chain lives as long as its page and is kept nowhere: what a browser keeps may be old, and a link
 * that was shown must never be shown for anything else. A page that is loaded again joins with
 * another one.
 */

import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { CHAIN_LINKS, linkOf, newSecret } from "../fairness/chain";
import { fingerprint, type Key, keyOf, newKey, signed } from "../fairness/keys";
import { awayMessage, joinMessage, showMessage } from "../fairness/signed";
import { restored } from "../fairness/thin";
import { sealOf } from "../fairness/transcript";
import { keep, readKept, tab } from "../kept";
import type {
  ClientMessage,
  GameView,
  GoAway,
  Lines,
  OfferChain,
  Ping,
  ServerMessage,
  ShowLink,
} from "../protocol";
import { isNumber, isText, listOf, shapeOf } from "../shapes";
import { type Followed, follow, type KnownDevice } from "./follow";
import { type Acting, type SaidCast, signatureOf } from "./signing";

/** Links left at which a device offers its next chain. */
const LOW = 8;
/** ms between two pings of a game, by which the server knows that this device is there. */
const PING_EVERY = 1500;
/** ms: what belongs to a view may come just after it; and after an answer that brought nothing. */
const SOON = 1000;
const AGAIN = 5000;
const CASTS = "kessel.casts";
const isCasts = listOf(shapeOf({ game: isText, seat: isNumber, state: isNumber, sign: isText }));

/** A chain of this page: how far it was shown, and for which digest. */
interface Chain {
  readonly secret: string;
  shown: number;
  digest: string;
}

/** What a device needs of the page around it. */
export interface World {
  /** A contradiction that the auditor found, or "". */
  readonly wrong: ReadonlySignal<string>;
  /** Whether the person cannot see this page. */
  isHidden(): boolean;
  send(message: OfferChain | ShowLink | GoAway | Ping): void;
  /** Asks for lines from this number on; how many came, 0 if there was no answer. */
  askLines(first: number): Promise<number>;
  later(ms: number, what: () => void): void;
}

export class Device {
  /** Seats at other devices, whose links the throw that is fixed waits for. */
  readonly awaited = signal<readonly number[]>([]);
  /** The eight signs of all lines of its game. */
  readonly signs = signal("");
  readonly #world: World;
  /** All chains of this page, by their tips. */
  readonly #chains = new Map<string, Chain>();
  readonly #away = new Set<string>();
  /** The key of this device at its table. */
  #key: Key | null = null;
  #table = "";
  #stage = "";
  #held: readonly number[] = [];
  #game = "";
  #followed: Followed | null = null;
  /** Whether a line came after which nobody could take part. */
  #isLost = false;
  /** How many lines the server told of. */
  #told = 0;
  #visit = 0;
  #isAsking = false;
  #isPinging = false;
  /** The tip of the chain to offer next. */
  #tip: string | null = null;
  /** For which game it was offered last, on this connection: "" for the next one. */
  #offeredFor: string | null = null;
  #waiting: (() => void)[] = [];
  /** Casts of this tab, also after a reload. */
  #said = keptCasts();

  constructor(world: World) {
    this.#world = world;
    effect(() => {
      if (world.wrong.value) this.#wake();
    });
  }

  /** The secret of this device's key at its table, to be kept with the tokens of its seats. */
  get secret(): string | null {
    return this.#key?.secret ?? null;
  }

  /** What others can compare of its key. */
  get fingerprint(): string | null {
    return this.#key && fingerprint(this.#key.public);
  }

  /** What is said to come to a table, with this device's key and the tip of a fresh chain for the
   * next game. */
  attending<T extends { readonly type: ClientMessage["type"]; readonly table?: string }>(
    message: T,
    secret: string | null,
  ): T & { readonly tip?: string; readonly signer?: string } {
    this.#visit++;
    this.#isAsking = false;
    this.#offeredFor = null;
    if (message.type === "watch") {
      this.#key = null;
      return message;
    }
    this.#key = keyOf(secret) ?? this.#key ?? newKey();
    this.#offeredFor = "";
    if ((message.table ?? "") !== this.#table) this.#tip = null; // offered at one table only
    return { ...message, tip: this.#fresh(), signer: this.#key.public };
  }

  received(message: ServerMessage): void {
    switch (message.type) {
      case "joined":
        if (message.table !== this.#table) this.#open("");
        this.#table = message.table;
        this.#held = message.seats.map((one) => one.seat);
        break;
      case "snapshot":
        this.#stage = message.stage;
        this.#open(message.game?.game ?? "");
        if (message.game) this.#look(message.game, 0);
        if (this.#whole()) this.#answer(); // what was shown may be lost with the line before
        this.#offer();
        break;
      case "seats":
        this.#stage = message.stage;
        this.#offer();
        break;
      case "lines":
        this.#lines(message);
        break;
      case "step":
      case "changed":
        this.#look(message.game);
        break;
      case "superseded":
        this.#held = [];
        break;
      case "left":
        this.#table = "";
        this.#tip = null;
        this.#held = [];
        this.#open("");
        break;
    }
  }

  // --- what the person does -------------------------------------------------------------------

  /** What the person does, signed; null if this device cannot sign it, since it has not heard the
   * whole game, or something is wrong with it. */
  signed<T extends Acting>(game: GameView, message: T): (T & { sign?: string }) | null {
    const [followed, key] = [this.#whole(), this.#key];
    if (!key || !followed || followed.game !== game.game || this.#world.wrong.peek()) return null;
    const isThrow = message.type === "throw";
    const before = isThrow && this.#casts(game).find((one) => one.seat === message.seat);
    if (before) return { ...message, ...said(before) };
    const sign = signatureOf(key, followed, game, message);
    if (sign === null) return null;
    if (isThrow) this.#keepCasts([...this.#casts(game), { ...message, game: game.game, sign }]);
    return { ...message, ...(sign && { sign }) };
  }

  /** Waits until everything that was told of is heard; false if something is wrong. */
  async caughtUp(): Promise<boolean> {
    const { wrong } = this.#world;
    while (this.#game && !this.#isLost && !wrong.peek() && !this.#whole())
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#whole() !== null && !wrong.peek();
  }

  /** The table refused a cast: it is no cast of the game. */
  refused(message: { readonly seat: number; readonly state: number }): void {
    const { seat, state } = message;
    this.#keepCasts(this.#said.filter((one) => one.seat !== seat || one.state !== state));
  }

  /** Casts that were said and not seen fixed: to be said again, as they were signed. */
  casts(game: GameView): ReturnType<typeof said>[] {
    return this.#casts(game).map(said);
  }

  #casts({ game, state }: GameView): SaidCast[] {
    return this.#said.filter((one) => one.game === game && one.state === state);
  }

  #keepCasts(casts: readonly SaidCast[]): void {
    this.#said = casts;
    keep(tab, CASTS, casts);
  }

  /** The page is hidden, or its person leaves: its chain shows no more links until it is back. */
  goAway(): void {
    const own = this.#own;
    if (!this.#key || !own?.isHere || this.#away.has(own.tip)) return;
    this.#away.add(own.tip);
    this.#world.send({ type: "away", sign: signed(this.#key, awayMessage(own.tip)) });
  }

  /** The page is seen again. */
  comeBack(): void {
    this.#offer();
    this.#ping();
  }

  // --- lines ----------------------------------------------------------------------------------

  #open(game: string): void {
    if (game !== this.#game) {
      this.#game = game;
      this.#followed = null;
      this.#isLost = false;
      this.#told = 0;
      this.#visit++;
      this.#isAsking = false;
    }
    this.#tell();
  }

  /** The server's own word about the transcript, with every view of a game. */
  #look({ game, awaited, proof }: GameView, soon = SOON): void {
    if (game !== this.#game) return;
    this.#told = Math.max(this.#told, proof.lines);
    this.#ask(soon);
    this.#stage = awaited.kind === "over" ? "over" : "playing";
    this.#offer();
    this.#ping();
  }

  /** Asks for what was not heard, unless it comes by itself meanwhile. */
  #ask(ms: number): void {
    if (this.#isAsking || this.#isLost || this.#whole()) return;
    this.#isAsking = true;
    const visit = this.#visit;
    this.#world.later(ms, async () => {
      const count = this.#whole() ? 0 : await this.#world.askLines(this.#heard);
      if (visit !== this.#visit) return;
      this.#isAsking = false;
      this.#ask(count ? 0 : AGAIN);
    });
  }

  #lines({ game, first, lines }: Lines): void {
    if (game !== this.#game || this.#isLost) return;
    const fresh = first > this.#heard ? [] : restored(lines).slice(this.#heard - first);
    this.#told = Math.max(this.#told, first + lines.length);
    for (const text of fresh) {
      this.#followed = follow(this.#followed, text);
      this.#isLost = this.#followed?.game !== game;
      if (this.#isLost) break;
      this.#use();
    }
    this.#ask(SOON);
    if (!this.#isLost) this.#answer();
    this.#offer();
    this.#tell();
  }

  get #heard(): number {
    return this.#followed?.lines ?? 0;
  }

  /** The game, if everything of it was heard that the server told of. */
  #whole(): Followed | null {
    return this.#followed && !this.#isLost && this.#heard >= this.#told ? this.#followed : null;
  }

  /** Shows the link that is asked for, with the digest it belongs to signed: once, and for nothing
   * else. */
  #answer(): void {
    const { fixed = null, digest = "", game = "", devices = [] } = this.#followed ?? {};
    const own = this.#own;
    const chain = own && this.#chains.get(own.tip);
    if (!fixed || !own || !chain || !this.#key || this.#world.wrong.peek()) return;
    if (!fixed.devices.includes(devices.indexOf(own)) || own.asked > CHAIN_LINKS) return;
    const isAgain = own.asked === chain.shown && digest === chain.digest;
    if (own.asked <= chain.shown && !isAgain) return;
    chain.shown = own.asked;
    chain.digest = digest;
    const link = linkOf(chain.secret, own.asked);
    const sign = signed(this.#key, showMessage(digest, link));
    const { throw: number, attempt } = fixed;
    this.#world.send({ type: "link", game, throw: number, attempt, link, sign });
  }

  // --- chains ---------------------------------------------------------------------------------

  /** What this device is in the game. Whoever gave one of two seats away goes on under another
   * number: the one that came last counts. */
  get #own(): KnownDevice | null {
    const devices = this.#followed?.devices ?? [];
    return devices.findLast((one) => one.seats.length > 0 && this.#chains.has(one.tip)) ?? null;
  }

  #fresh(): string {
    if (this.#tip === null) {
      const secret = newSecret();
      this.#tip = linkOf(secret, 0);
      this.#chains.set(this.#tip, { secret, shown: 0, digest: "" });
    }
    return this.#tip;
  }

  /** A chain that stands in a game is offered to no other. */
  #use(): void {
    if (!this.#followed?.devices.some((one) => one.tip === this.#tip)) return;
    this.#tip = null;
    this.#offeredFor = null;
  }

  get #needsChain(): boolean {
    const [own, key] = [this.#own, this.#key?.public];
    const plays = this.#followed?.players.some((one) => one.key === key) ?? false;
    if (!plays || !own?.isHere || this.#away.has(own.tip)) return plays;
    return own.asked >= CHAIN_LINKS - LOW;
  }

  /** Offers a chain if this device needs one: for the next game, or, signed, to take part in this. A
   * page that nobody sees says that it is away instead. */
  #offer(): void {
    if (!this.#key || !this.#held.length || this.#world.wrong.peek()) return;
    if (this.#stage !== "playing") {
      if (this.#offeredFor === null) this.#sendOffer("");
      return;
    }
    const followed = this.#whole();
    if (!followed) return;
    if (this.#world.isHidden()) this.goAway();
    else if (this.#needsChain && this.#offeredFor !== followed.game)
      this.#sendOffer(followed.game, signed(this.#key, joinMessage(followed.begun, this.#fresh())));
  }

  #sendOffer(game: string, sign?: string): void {
    this.#offeredFor = game;
    this.#world.send({ type: "offer", tip: this.#fresh(), ...(sign && { sign }) });
  }

  // --- what is told ---------------------------------------------------------------------------

  /** For as long as a game is played and seen here. */
  #ping(): void {
    const isPlaying = this.#key !== null && this.#stage === "playing" && this.#game !== "";
    if (this.#isPinging || !isPlaying || this.#world.isHidden()) return;
    this.#isPinging = true;
    this.#world.send({ type: "ping" });
    this.#world.later(PING_EVERY, () => {
      this.#isPinging = false;
      this.#ping();
    });
  }

  #tell(): void {
    const { fixed, devices = [], digest } = this.#followed ?? {};
    const asked = fixed?.devices.flatMap((number) => devices[number]?.seats ?? []) ?? [];
    this.awaited.value = asked.filter((seat) => !this.#held.includes(seat));
    this.signs.value = digest === undefined ? "" : sealOf(digest);
    this.#wake();
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}

function keptCasts(): readonly SaidCast[] {
  const kept = readKept(tab, CASTS);
  return isCasts(kept) ? (kept as readonly SaidCast[]) : [];
}

/** A cast as it is said. */
function said({ seat, state, unit, aim, sign }: SaidCast) {
  return { type: "throw" as const, seat, state, unit, aim, sign };
}
