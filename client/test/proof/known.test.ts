/** Known answers of a device, as Python has them: what each event makes of honest and crooked games. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { bytesToText } from "../../src/fairness/bytes";
import { linkOf } from "../../src/fairness/chain";
import { type Key, keyOf, signed } from "../../src/fairness/keys";
import { awayMessage, joinMessage, showMessage } from "../../src/fairness/signed";
import { readLine } from "../../src/proof/lines";
import { isAsAgreed } from "../../src/proof/lineup";
import { Liveness } from "../../src/proof/liveness";
import { freshMemory, hear, linkDue, type Memory, ownTip } from "../../src/proof/memory";
import { remarksOf } from "../../src/proof/seal";

const FOLDER = join(import.meta.dirname, "../../../tests/proof/known");

interface Event {
  readonly at: number;
  readonly expect: object;
  readonly connected?: { readonly game: string; readonly lines: number };
  readonly hear?: { readonly first: number; readonly lines: readonly string[] };
  readonly ping?: number;
  readonly pong?: number;
  readonly offer?: { readonly secret: string };
  readonly away?: true;
}

interface Known {
  readonly about: string;
  readonly colour: string;
  readonly device: { readonly key: string; readonly secret: string; readonly seats: number[] };
  readonly events: readonly Event[];
}

/** A device without a page: its key and chains, and one game after the other. */
class Player {
  readonly #key: Key;
  readonly #seats: readonly number[];
  readonly #line = new Liveness();
  readonly #pings = new Map<number, number>();
  /** Chains that were offered and not used yet, by their tips. */
  readonly #offers = new Map<string, string>();
  readonly #used = new Set<string>();
  #newest: string;
  #memory: Memory;
  #since = { game: "", lines: 0 };
  #waits = 0;

  constructor({ key, secret, seats }: Known["device"]) {
    this.#key = keyOf(bytesToText(hexToBytes(key))) as Key;
    this.#seats = seats;
    this.#newest = this.#renewed(secret);
    this.#memory = freshMemory("code", "", this.#key.public);
  }

  get colour(): string {
    if (this.#memory.findings.length) return "red";
    return remarksOf(this.#memory).length ? "amber" : "green";
  }

  /** What it makes of an event, besides its colour. */
  happens(event: Event): object {
    const { at, connected, hear: heard, ping, pong, offer, away } = event;
    if (connected) {
      this.#line.forget();
      this.#since = connected;
      this.#waits = at;
    }
    if (heard) return { links: this.#hear(heard.first, heard.lines, at) };
    if (ping !== undefined) this.#pings.set(ping, this.#line.ping(at));
    if (pong !== undefined) this.#line.pong(this.#pings.get(pong) ?? -1);
    if (offer) return this.#offer(offer.secret, at);
    return away ? { sign: this.#goAway() } : {};
  }

  #renewed(secret: string): string {
    const tip = linkOf(secret, 0);
    this.#offers.set(tip, secret);
    return tip;
  }

  #offer(secret: string, at: number): object {
    this.#newest = this.#renewed(secret);
    this.#line.offered();
    this.#waits = at;
    const begun = this.#memory.ledger?.begun ?? "";
    return { sign: signed(this.#key, joinMessage(begun, this.#newest)), tip: this.#newest };
  }

  #goAway(): string {
    const tip = ownTip(this.#memory) ?? this.#newest;
    this.#memory = { ...this.#memory, away: [...this.#memory.away, tip] };
    return signed(this.#key, awayMessage(tip));
  }

  #hear(first: number, lines: readonly string[], at: number): object[] {
    if (first === 0) this.#begin(lines[0] ?? "", at);
    const own = { key: this.#key.public, seats: this.#seats, host: null, before: [] };
    const hearer = {
      now: at,
      line: this.#line,
      since: this.#since.game === this.#memory.game ? this.#since.lines : 0,
      waits: this.#waits,
      isAsAgreed: (line: Parameters<typeof isAsAgreed>[0]) => isAsAgreed(line, null, own),
      take: (tip: string) => this.#take(tip),
      wasUsed: (tip: string) => this.#used.has(tip),
    };
    lines.forEach((text, place) => {
      this.#memory = hear(this.#memory, first + place, text, hearer);
    });
    return this.#links();
  }

  /** Another game than before; none if the line does not read. */
  #begin(text: string, at: number): void {
    const line = readLine(text);
    const game = line?.type === "game" ? line.game : this.#memory.game;
    if (game === this.#memory.game) return;
    for (const tip of this.#memory.ledger?.tips ?? []) this.#used.add(tip);
    this.#memory = freshMemory("code", game, this.#key.public);
    this.#waits = at;
  }

  #take(tip: string): string | null {
    const secret = this.#offers.get(tip) ?? null;
    this.#offers.delete(tip);
    return secret;
  }

  #links(): object[] {
    const due = linkDue(this.#memory);
    if (!due) return [];
    this.#line.showedLink();
    const { digest = "" } = this.#memory.ledger ?? {};
    return [{ ...due, sign: signed(this.#key, showMessage(digest, due.link)) }];
  }
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

test("there are answers to give", () => expect(files.length).toBeGreaterThan(30));

test.each(files)("%s", (name) => {
  const known: Known = JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
  const player = new Player(known.device);
  for (const event of known.events) {
    const made = player.happens(event);
    expect({ colour: player.colour, ...made }, `${known.about}, at ${event.at}`).toEqual(
      event.expect,
    );
  }
  expect(player.colour).toBe(known.colour);
});
