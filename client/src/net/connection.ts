/**
 * The line to a hall: a wire that mends itself, requests with answers, binary frames. It knows the
 * protocol's frames, not what they mean for the game, nor whether a socket carries them.
 */

import { signal } from "@preact/signals";
import { type ClientMessage, PROTOCOL, type ServerMessage } from "../protocol";
import { besideSeconds, dialSeconds, type Lateness, lateness, pauseSeconds } from "./pace";
import { readFrame, unpacked } from "./packed";
import type { Dial, Wire } from "./wire";

export type LineState = "connecting" | "open" | "lost" | "gone" | "outdated";

/** After so many tries the page says that the server is gone. */
const GONE_AFTER = 3;
/** A line that was open for less than this counts as one more try. */
const STEADY_SECONDS = 5;
/** How often it is looked whether the other side is still there. */
const LOOK_SECONDS = 0.25;
/** Silence after which the other side is asked whether it is there. */
const ASK_SECONDS = 3;
/** The same, where an answer is waited for. */
const ASK_SOON_SECONDS = 0.5;
const ANSWER_SECONDS = 12;
/** Questions that nobody waits for, or whose asker says so. */
const UNHURRIED: ReadonlySet<string> = new Set(["ping", "odds", "advice", "leave"]);
/** The share of the newest trip in what is taken for the usual one. */
const NEWEST_TRIP = 0.3;
/** What was asked behind a `hello` that is refused was not heard. */
const NOT_GREETED = "hello_first";
/** Answers that come at once, and tell how long the way there and back is. */
const TIMED: ReadonlySet<string> = new Set(["welcome", "pong"]);
/** Answers that tell nothing else. */
const ACKNOWLEDGING: ReadonlySet<string> = new Set(["welcome", "done"]);

export class RequestError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The code of a refusal; whatever else went wrong, nobody heard it. */
export function codeOf(error: unknown): string {
  return error instanceof RequestError ? error.code : "offline";
}

interface Waiting {
  readonly since: number;
  readonly resolve: (message: ServerMessage) => void;
  readonly reject: (error: RequestError) => void;
  readonly timer: number;
}

interface Handlers {
  /** Whatever is said or heard, before it is sent and before anybody hears it. */
  passes?(message: Passing): void;
  message(message: ServerMessage): void;
  frame(number: number, bytes: Uint8Array<ArrayBuffer>): void;
  open(): void;
}

export type Passing = { readonly said: ClientMessage } | { readonly heard: ServerMessage };
type WithoutRef<T> = T extends unknown ? Omit<T, "ref"> : never;
export type Outgoing = WithoutRef<ClientMessage>;

export class Connection {
  readonly state = signal<LineState>("connecting");
  /** ms there and back, as it was lately; null until that is known. */
  readonly trip = signal<number | null>(null);
  /** Whether an answer takes long that somebody waits for. */
  readonly late = signal<Lateness>("");
  /** Since when nothing of that was answered; 0: nobody waits. */
  #unanswered = 0;
  /** How often it was opened so far. */
  opened = 0;
  readonly #on: Handlers;
  readonly #waiting = new Map<number, Waiting>();
  #dial: Dial;
  /** What is said and heard over; null while there is none. */
  #wire: Wire | null = null;
  /** What is dialled, and not answered yet. */
  #next: Wire | null = null;
  #ref = 0;
  /** Dials without an answer, and lines that did not last, since the last one that did. */
  #tries = 0;
  #openSince = 0;
  #timer = 0;
  #looking = 0;
  /** When anything was last heard, and when the other side was asked for a word since (0: not). */
  #heard = 0;
  #asked = 0;
  /** When anything was last said, and when the dial began that is under way. */
  #said = 0;
  #dialled = 0;
  #stopped = false;
  /** What came behind a message that is being unpacked. */
  #behind: (string | ArrayBuffer)[] | null = null;

  constructor(dial: Dial, handlers: Handlers) {
    this.#dial = dial;
    this.#on = handlers;
    window.addEventListener("online", () => this.#look());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#look();
    });
    this.#dialNext();
  }

  /** Try again at once. */
  retry(): void {
    if (this.#stopped || this.state.value === "open" || this.state.value === "outdated") return;
    this.#dialNext();
  }

  /** From now on the line goes elsewhere: to a server, or to this device. */
  move(dial: Dial): void {
    this.#dial = dial;
    this.#drop();
    this.#tries = 0;
    this.trip.value = null;
    this.#dialNext();
  }

  /** For good: nothing is tried any more. */
  stop(): void {
    this.#drop();
    this.#giveUp();
    this.#stopped = true;
  }

  /** The network or the reader came back: is the line still there? */
  #look(): void {
    if (this.#stopped) return;
    if (this.state.value !== "open") this.retry();
    else this.#check();
  }

  send(message: Outgoing): void {
    void this.#request(message).catch(() => undefined);
  }

  /** Sends and waits for the answer with the same number; a refusal rejects with its code. */
  request(message: Outgoing): Promise<ServerMessage> {
    const answer = this.#request(message);
    if (UNHURRIED.has(message.type)) return answer;
    if (this.#wire?.isOpen) this.#unanswered ||= Date.now();
    answer.then(
      () => this.#heardAnswer(),
      (error) => codeOf(error) !== "offline" && this.#heardAnswer(),
    );
    return answer;
  }

  #request(message: Outgoing): Promise<ServerMessage> {
    const wire = this.#wire;
    if (!wire?.isOpen) {
      return Promise.reject(new RequestError("offline", "not connected"));
    }
    const ref = ++this.#ref;
    this.#said = Date.now();
    const said = { ...message, ...this.#withPing(message), ref } as ClientMessage;
    this.#on.passes?.({ said });
    wire.send(JSON.stringify(said));
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => {
        this.#waiting.delete(ref);
        reject(new RequestError("offline", "no answer"));
      }, ANSWER_SECONDS * 1000);
      this.#waiting.set(ref, { resolve, reject, timer, since: this.#said });
    });
  }

  /** A ping tells how long the last ones took, and whether anybody sees the page. */
  #withPing({ type }: Outgoing): { trip?: number; hidden?: boolean } {
    if (type !== "ping") return {};
    return { trip: Math.round(this.trip.value ?? 0), hidden: document.hidden };
  }

  /** A line that there still is stays until the new one is answered: whichever speaks first counts.
   * One dial at a time: browsers do not begin a second one to the same address (RFC 6455, 4.1). */
  #dialNext(): void {
    this.#giveUp();
    this.#dialled = Date.now();
    if (this.#tries === 0 && !this.#wire) this.state.value = "connecting";
    const wire: Wire = this.#dial({
      opened: () => this.#take(wire),
      received: (data) => {
        if (this.#wire === wire) this.#receive(data);
      },
      closed: () => this.#closed(wire),
    });
    this.#next = wire;
    if (wire.patience === undefined) return;
    const seconds = dialSeconds(this.#tries, this.#usual);
    this.#timer = window.setTimeout(() => this.#closed(wire), seconds * 1000);
  }

  /** What is dialled is not waited for any more, and nothing else is dialled. */
  #giveUp(): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    const next = this.#next;
    this.#next = null;
    next?.close();
  }

  /** Whoever waits for an answer over another line hears first that it is gone. */
  #take(wire: Wire): void {
    if (this.#next !== wire) return;
    this.#next = null;
    this.#giveUp();
    const before = this.#wire;
    if (before) this.#countTry();
    this.#drop();
    this.#wire = wire;
    const greet = () => this.#wire === wire && void this.#greet(wire);
    if (before) {
      this.state.value = "connecting";
      window.setTimeout(greet, 0);
    } else greet();
  }

  /** Whatever is asked goes out right behind `hello`: a far server is not waited for twice. */
  async #greet(wire: Wire): Promise<void> {
    this.#openSince = this.#heard = Date.now();
    this.#asked = 0;
    const greeted = this.request({ type: "hello", protocol: PROTOCOL });
    this.opened++;
    this.state.value = "open";
    this.#on.open();
    this.#looking = window.setInterval(() => this.#listen(), LOOK_SECONDS * 1000);
    try {
      const welcome = await greeted;
      if (this.#wire === wire) this.#on.message(welcome);
    } catch (error) {
      if (codeOf(error) === "protocol") this.state.value = "outdated";
      else if (this.#wire === wire) this.#lose();
    }
  }

  /** A line that was cut without a word does not close by itself. Whatever comes, however slowly,
   * shows that it is there; a page that was asleep asks before it judges. The other side, too, has to
   * hear something now and then. */
  #listen(): void {
    this.late.value = this.#unanswered ? lateness(since(this.#unanswered)) : "";
    const silent = this.#asked ? since(this.#asked) : 0;
    const patience = this.#wire?.patience;
    if (silent >= (patience ?? ANSWER_SECONDS)) this.#lose();
    else if (patience !== undefined && silent >= besideSeconds(this.#replaced, this.#usual))
      this.#dialBeside();
    else if (!this.#asked && this.#isDue) this.#check();
  }

  get #isDue(): boolean {
    const [oldest] = this.#waiting.values();
    if (oldest && since(Math.max(oldest.since, this.#heard)) >= ASK_SOON_SECONDS) return true;
    return since(Math.min(this.#heard, this.#said)) >= ASK_SECONDS;
  }

  #dialBeside(): void {
    if (!this.#next && !this.#timer) this.#dialNext();
  }

  #check(): void {
    this.#asked ||= Date.now();
    this.send({ type: "ping" });
  }

  /** Nothing comes over this wire any more, and nobody waits for it. */
  #drop(): void {
    window.clearInterval(this.#looking);
    const wire = this.#wire;
    this.#wire = null;
    this.#behind = null;
    this.#heardAnswer();
    wire?.close();
    for (const waiting of this.#waiting.values()) {
      window.clearTimeout(waiting.timer);
      waiting.reject(new RequestError("offline", "connection lost"));
    }
    this.#waiting.clear();
  }

  #closed(wire: Wire): void {
    if (wire === this.#wire) this.#lose();
    if (wire !== this.#next) return;
    this.#giveUp();
    if (!this.#wire) this.#isLost();
    this.#dialLater(since(this.#dialled));
  }

  /** The line is gone; what is dialled beside it may be answered still. */
  #lose(): void {
    this.#drop();
    if (this.state.value === "outdated") {
      this.#giveUp();
      return;
    }
    this.#isLost();
    if (!this.#next && !this.#timer) this.#dialLater(0);
  }

  #isLost(): void {
    this.#countTry();
    this.state.value = this.#tries > GONE_AFTER ? "gone" : "lost";
  }

  #countTry(): void {
    this.#tries = this.#replaced + 1;
  }

  /** Tries, unless the line that followed them has lasted. */
  get #replaced(): number {
    const lasts = this.state.value === "open" && since(this.#openSince) > STEADY_SECONDS;
    return lasts ? 0 : this.#tries;
  }

  #dialLater(waited: number): void {
    if (this.#stopped) return; // whoever heard that had enough
    const pause = pauseSeconds(this.#tries, waited);
    this.#timer = window.setTimeout(() => this.#dialNext(), pause * 1000);
  }

  /** The usual trip, in seconds. */
  get #usual(): number | null {
    return this.trip.value === null ? null : this.trip.value / 1000;
  }

  #heardAnswer(): void {
    this.#unanswered = 0;
    this.late.value = "";
  }

  #measure(took: number): void {
    const before = this.trip.value ?? took;
    this.trip.value = before + NEWEST_TRIP * (took - before);
  }

  #receive(data: string | ArrayBuffer): void {
    this.#heard = Date.now();
    this.#asked = 0;
    this.#giveUp();
    if (this.#behind) this.#behind.push(data);
    else if (typeof data === "string") this.#read(data);
    else this.#readFrame(data);
  }

  #readFrame(data: ArrayBuffer): void {
    const frame = readFrame(data);
    if (frame?.kind === "trajectory") this.#on.frame(frame.number, frame.body);
    else if (frame) void this.#unpack(frame.body);
  }

  /** Whatever comes while a message is unpacked waits behind it: everything keeps its order. */
  async #unpack(body: Uint8Array<ArrayBuffer>): Promise<void> {
    const behind: (string | ArrayBuffer)[] = [];
    this.#behind = behind;
    const text = await unpacked(body).catch(() => null);
    if (this.#behind !== behind) return; // that line is gone
    this.#behind = null;
    if (text === null) return this.#lose();
    this.#read(text);
    for (const one of behind) this.#receive(one);
  }

  #read(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "ping") {
      this.send({ type: "ping" });
      return;
    }
    this.#on.passes?.({ heard: message });
    const ref = message.ref ?? null;
    const waiting = ref === null ? undefined : this.#waiting.get(ref);
    if (ref !== null && waiting) {
      this.#waiting.delete(ref);
      window.clearTimeout(waiting.timer);
      if (message.type === "error") {
        const code = message.code === NOT_GREETED ? "offline" : message.code;
        waiting.reject(new RequestError(code, message.message));
        return;
      }
      if (TIMED.has(message.type)) this.#measure(Date.now() - waiting.since);
      waiting.resolve(message);
      if (ACKNOWLEDGING.has(message.type)) return;
    }
    this.#on.message(message);
  }
}

function since(moment: number): number {
  return (Date.now() - moment) / 1000;
}
