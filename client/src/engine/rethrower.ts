/** Throws the dice of a server's game again in a thread of its own, if the engine is on this device. */

import { list, offline } from "./offline";
import type { FromRethrow, ToRethrow } from "./rethrow";

export class Rethrower {
  readonly #found: (found: FromRethrow) => void;
  #worker: Worker | null = null;
  #game = "";
  #next = 0;

  constructor(found: (found: FromRethrow) => void) {
    this.#found = found;
  }

  /** Whether dice can be thrown here. */
  get isReady(): boolean {
    return offline.value.state === "kept";
  }

  /** Lines of a game were heard, new or again; a game is followed from its beginning only. */
  hear(game: string, first: number, lines: readonly string[]): void {
    if (!this.isReady) return;
    if (game !== this.#game) {
      this.#game = game;
      this.#next = 0;
    }
    const fresh = lines.slice(Math.max(0, this.#next - first));
    if (first > this.#next || !fresh.length) return;
    this.#next = first + lines.length;
    this.#opened().postMessage({ list: list().href, game, lines: fresh } satisfies ToRethrow);
  }

  #opened(): Worker {
    if (!this.#worker) {
      this.#worker = new Worker(new URL("./rethrow.ts", import.meta.url), { type: "module" });
      this.#worker.onmessage = ({ data }: MessageEvent<FromRethrow>) => this.#found(data);
    }
    return this.#worker;
  }
}
