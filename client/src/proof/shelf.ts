/**
 * Where memories of games outlive a reload: the browser's storage, a few games only. Where
 * that is refused they live as long as the page, and `persists` says so.
 *
 * Secrets of chains never go there. What a browser keeps may be old, for it may refuse the newest; a
 * chain that is read back could show again what it has shown. So it dies with its page, and the next
 * page joins with a fresh one.
 */

import { linkOf, newSecret } from "../fairness/chain";
import { type Drawer, keep, readKept } from "../kept";
import { isText, recordOf, shapeOf } from "../shapes";
import type { Memory } from "./memory";
import type { PlayerHere } from "./players";
import { type SealView, sealView } from "./seal";
import { witnessOf } from "./witness";
import { saveText } from "./world";

const PREFIX = "kessel.fair.";
const INDEX = "kessel.fair";
export const MOST_GAMES = 20;

export class Shelf {
  persists = true;
  readonly #drawer: () => Drawer;
  readonly #here = new Map<string, Memory>();
  /** The secrets of chains that were offered and are in no game yet, by their tips. */
  readonly #offers = new Map<string, string>();
  #tip: string | null = null;

  constructor(drawer: () => Drawer) {
    this.#drawer = drawer;
  }

  load(game: string): Memory | null {
    const here = this.#here.get(game) ?? null;
    const kept = this.#read(PREFIX + game);
    return isMemory(kept, game) ? { ...kept, chains: here?.chains ?? {} } : here;
  }

  /** Puts a memory on the shelf; with too many one goes that is needed least. */
  save(memory: Memory): void {
    this.#here.set(memory.game, memory);
    const others = this.#games().filter((game) => game !== memory.game);
    const gone = this.#leastNeeded(others, others.length + 1 - MOST_GAMES);
    for (const old of gone) {
      this.#write(PREFIX + old, undefined);
      this.#here.delete(old);
    }
    this.#write(PREFIX + memory.game, { ...memory, chains: {} });
    this.#write(INDEX, [...others.filter((game) => !gone.includes(game)), memory.game]);
  }

  /** Games that are over, then those without this device, then the oldest: a server that begins one
   * game after another does not so make it forget one that it plays. */
  #leastNeeded(games: readonly string[], count: number): string[] {
    if (count <= 0) return [];
    const need = (memory: Memory | null) =>
      !memory || memory.record !== null ? 0 : memory.devices.length ? 2 : 1;
    const needs = new Map(games.map((game) => [game, need(this.load(game))]));
    return [...games].sort((a, b) => (needs.get(a) ?? 0) - (needs.get(b) ?? 0)).slice(0, count);
  }

  /** What is told of a game; null if this device was not there. */
  sealOf(game: string): SealView | null {
    const memory = this.load(game);
    return memory && sealView(memory, this.persists);
  }

  /** Hands over what this device saw of a game. */
  saveWitness(game: string): void {
    const memory = this.load(game);
    if (memory) saveText(`${game}.witness.json`, JSON.stringify(witnessOf(memory), null, 2));
  }

  /** Who played in the newest game of this table that is remembered, other than this one. */
  newestAt(code: string, but: string): readonly PlayerHere[] {
    const games = this.#games().filter((game) => game !== but);
    const last = games.findLast((game) => this.load(game)?.code === code);
    return (last && this.load(last)?.ledger?.players) || [];
  }

  /** Whether a chain stood in a game other than this one. */
  wasUsed(tip: string, but: string): boolean {
    const games = this.#games().filter((game) => game !== but);
    return games.some((game) => this.load(game)?.ledger?.tips.includes(tip));
  }

  /** The tip of the chain to offer next: made when it is needed. */
  get tip(): string {
    if (this.#tip === null) {
      const secret = newSecret();
      this.#tip = linkOf(secret, 0);
      this.#offers.set(this.#tip, secret);
    }
    return this.#tip;
  }

  /** What was offered at one table is not offered at another. */
  goesElsewhere(): void {
    this.#tip = null;
  }

  /** The secret of a chain that was offered; a chain is used once, so it is gone from here then. */
  take(tip: string): string | null {
    const secret = this.#offers.get(tip) ?? null;
    this.#offers.delete(tip);
    if (tip === this.#tip) this.#tip = null;
    return secret;
  }

  #games(): string[] {
    const kept = this.#read(INDEX);
    const games = Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
    return [...new Set([...games, ...this.#here.keys()])];
  }

  #read(name: string): unknown {
    return readKept(this.#drawer, name);
  }

  #write(name: string, value: unknown): void {
    if (keep(this.#drawer, name, value)) return;
    this.persists = false;
    keep(this.#drawer, name, undefined); // else what is there would be taken for the newest
  }
}

/** As much of a memory as tells it from anything else. */
const looksLikeMemory = shapeOf({
  game: isText,
  code: isText,
  devices: isList,
  casts: isList,
  away: isList,
  findings: isList,
  chains: recordOf(isText),
});

function isMemory(value: unknown, game: string): value is Memory {
  return looksLikeMemory(value) && value.game === game;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
