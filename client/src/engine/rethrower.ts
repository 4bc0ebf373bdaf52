/** Throws the dice of a server's game again in a thread of its own, if the engine is on this device. */

import type { Aim, DailyThrow } from "../protocol";
import { list, offline } from "./offline";
import type { DayFromRethrow, DayToRethrow, FromRethrow, ToRethrow } from "./rethrow";

export class Rethrower {
  readonly #found: (found: FromRethrow) => void;
  #worker: Worker | null = null;
  #game = "";
  #next = 0;
  /** Who waits for a throw of the day, in the order in which they asked. */
  readonly #waiting: ((thrown: string | null) => void)[] = [];

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

  /** What comes of a throw of the day here; null where none can be thrown. Asked one after the other. */
  async day(date: string, aim: Aim): Promise<DailyThrow | null> {
    if (!this.isReady) return null;
    const answer = new Promise<string | null>((resolve) => this.#waiting.push(resolve));
    this.#opened().postMessage({ list: list().href, date, aim } satisfies DayToRethrow);
    const thrown = await answer;
    return thrown === null ? null : (JSON.parse(thrown) as DailyThrow);
  }

  #opened(): Worker {
    if (!this.#worker) {
      this.#worker = new Worker(new URL("./rethrow.ts", import.meta.url), { type: "module" });
      this.#worker.onmessage = ({ data }: MessageEvent<FromRethrow | DayFromRethrow>) => {
        if ("date" in data) this.#waiting.shift()?.(data.thrown);
        else this.#found(data);
      };
      this.#worker.onerror = () => {
        for (const answer of this.#waiting.splice(0)) answer(null);
      };
    }
    return this.#worker;
  }
}
