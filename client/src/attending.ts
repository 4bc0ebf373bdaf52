/**
 * How this device comes to a table, and comes back to it whenever the line had been lost: a wish for a
 * seat is asked for until it is answered. Knows no game; what is heard of one goes elsewhere.
 */

import { effect } from "@preact/signals";
import { type Connection, codeOf, type Outgoing } from "./net/connection";
import { isWish, secretOfWish, withKey } from "./net/wish";
import type { Device } from "./proof/device";
import type { ServerMessage } from "./protocol";
import { forgetTokens, keepSecret, keptAt } from "./settings";
import type { PageState } from "./state";

interface Around {
  readonly line: Connection;
  readonly device: Device;
  readonly page: PageState;
  sayError(code: string): void;
  /** The seats moved to another device, while this one was away. */
  movedAway(): void;
}

/** What may succeed a little later: the server's storage or place was the trouble, not the wish. */
const TRIED_AGAIN = new Set(["not_saved", "disk_full", "internal", "full", "too_fast"]);
const BAD_TOKEN = "bad_token";
/** Refusals after which a token is worth nothing any more. */
const HOLDS_NOTHING = new Set([BAD_TOKEN, "no_table"]);
/** Seconds before the next try; the last one holds for all further ones. */
const PAUSES = [0.5, 1, 2, 3];

export class Attending {
  /** Whether the table is being attended again: until then nothing is said to it. */
  comesBack = false;
  readonly #around: Around;
  /** What to attend again after the line was mended. */
  #attend: Outgoing | null = null;
  /** The secret of the key with which this device attends, where it comes from elsewhere. */
  #secret: string | null = null;
  /** By whose invitation it came to which table. */
  #invited: { readonly table: string; readonly host: string | null } | null = null;
  /** The answer to that, when it was last asked for again. */
  #answerAgain: Promise<ServerMessage | null> | null = null;
  /** Whether the table is asked for since a newer state of its game was missed. */
  #catchesUp = false;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Whether there is a table to come back to, or a wish for one. */
  get wants(): boolean {
    return this.#attend !== null;
  }

  /** Attends a table now, and again whenever the line had been lost. */
  async attend(
    message: Outgoing,
    quietly: boolean,
    secret: string | null,
  ): Promise<ServerMessage | null> {
    const wish = withKey(message);
    this.#secret = secret ?? (isWish(wish) ? secretOfWish() : null);
    this.#attend = wish;
    let answer = this.#isOpen ? await this.#ask(() => wish, quietly) : null;
    while (!answer && isWish(wish) && this.#attend === wish && !this.#isOpen) {
      await this.untilOpen();
      if (this.#attend === wish) answer = await this.#answerAgain;
    }
    if (this.#attend !== wish) return answer; // something else was asked for meanwhile
    if (answer?.type === "joined") {
      const watch = { type: "watch", table: answer.table } as const;
      this.#attend = this.#wished(watch, message.type === "watch");
    } else if (this.#isOpen && answer?.type !== "seeking") {
      this.#attend = null;
    }
    return answer;
  }

  /** Until somebody answers: a server, or this device, which has to start first. */
  untilOpen(): Promise<void> {
    return new Promise((resolve) => {
      const stop = effect(() => {
        if (this.#around.line.state.value !== "open") return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  }

  /** There is nothing to come back to. */
  stop(): void {
    this.#attend = null;
  }

  /** The seats that were found are what to come back to. */
  keepSeats(): void {
    this.#attend = this.#resumed();
  }

  /** The line is open (again). */
  opened(): void {
    const again = this.#again;
    this.#answerAgain = again && this.#comeBack(again);
  }

  /** Until the table is attended again. */
  async back(): Promise<void> {
    await this.#answerAgain;
  }

  /** This device comes to a table by an invitation with the host's fingerprint. */
  invite(table: string, host: string | null): void {
    if (host !== null || this.#invited?.table !== table) this.#invited = { table, host };
  }

  /** The fingerprint of the host who invited to this table; null if none is known. */
  invitedTo(table: string): string | null {
    return this.#invited?.table === table ? this.#invited.host : null;
  }

  /** Looks at the table once more, quietly: an answer may have been lost. */
  look(): void {
    const again = this.#resumed();
    if (again && this.#isOpen) void this.#ask(() => again, true);
  }

  /** The game went on without this page: it asks for the table again. */
  async catchUp(): Promise<void> {
    const again = this.#again;
    if (!again || this.comesBack || this.#catchesUp) return;
    this.#catchesUp = true;
    await this.#ask(() => this.#wished(again), true);
    this.#catchesUp = false;
  }

  get #isOpen(): boolean {
    return this.#around.line.state.value === "open";
  }

  get #again(): Outgoing | null {
    return this.#around.page.table.value.superseded ? null : this.#attend;
  }

  async #comeBack(again: Outgoing): Promise<ServerMessage | null> {
    const { line } = this.#around;
    const wire = line.opened;
    this.comesBack = true;
    const answer = await this.#ask(() => this.#wished(again));
    if (line.opened === wire) this.comesBack = false;
    return answer;
  }

  /** Asks for a table until there is an answer: a server that cannot save now can a little later. */
  async #ask(wished: () => Outgoing, quietly = false): Promise<ServerMessage | null> {
    const { line, device, sayError, movedAway } = this.#around;
    const [attend, wire] = [this.#attend, line.opened];
    for (let tries = 0; ; tries++) {
      const message = wished();
      try {
        if (isWish(message) && this.#secret) keepSecret(this.#secret);
        return await line.request(device.attending(message, this.#secret));
      } catch (error) {
        const code = codeOf(error);
        const isUnanswered = code === "offline";
        // The line is still that one, and open: whoever answers is busy, and not gone.
        if (isUnanswered && !(line.opened === wire && this.#isOpen)) return null;
        if (message.type === "resume" && HOLDS_NOTHING.has(code))
          forgetTokens(message.table, message.tokens);
        if (code === BAD_TOKEN && this.#isOwn(message)) {
          movedAway();
          return null;
        }
        if (!isUnanswered && (!quietly || TRIED_AGAIN.has(code))) sayError(code);
        if (!isUnanswered && !TRIED_AGAIN.has(code)) return null;
      }
      const pause = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0;
      await new Promise((resolve) => window.setTimeout(resolve, pause * 1000));
      if (this.#attend !== attend || line.opened !== wire) return null; // others ask now
    }
  }

  /** Whether somebody comes back to the seats that are shown as theirs. */
  #isOwn(message: Outgoing): boolean {
    const { code, held } = this.#around.page.table.value;
    if (message.type !== "resume" || message.table !== code || !held.length) return false;
    return held.every(({ token }) => message.tokens.includes(token));
  }

  #resumed(): Outgoing | null {
    const kept = keptAt(this.#around.page.table.value.code);
    return kept && { type: "resume", table: kept.table, tokens: [...kept.tokens] };
  }

  /** The seats this device kept, if it has some there; whoever wished to watch goes on watching. */
  #wished(message: Outgoing, watching = message.type === "watch"): Outgoing {
    return (watching ? null : this.#resumed()) ?? message;
  }
}
