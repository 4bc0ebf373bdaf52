/** The record of a finished game, asked for until it is there and held against what was seen. */

import { differsAt, isFinished } from "./chronicle";
import type { Ledger } from "./ledger";
import { closed, found, type Memory } from "./memory";
import type { World } from "./world";

const TRIES = 4;
const AGAIN = 2500;

export class Comparing {
  readonly #world: Pick<World, "record" | "later">;
  /** The game as far as it is known; null unless it is said to be over and was heard whole. */
  readonly #ended: () => Memory | null;
  readonly #keep: (memory: Memory) => void;
  #game = "";

  constructor(
    world: Pick<World, "record" | "later">,
    ended: () => Memory | null,
    keep: (memory: Memory) => void,
  ) {
    this.#world = world;
    this.#ended = ended;
    this.#keep = keep;
  }

  /** A fault is said, and kept. */
  compare(tries = TRIES): void {
    const memory = this.#ended();
    if (this.#game === memory?.game && tries === TRIES) return;
    this.#game = "";
    if (!memory || memory.record !== null || !tries) return;
    this.#game = memory.game;
    void this.#world.record(memory.game).then((text) => {
      const now = this.#ended();
      const isIt = now?.game === memory.game && now.ledger !== null && now.record === null;
      const differs = isIt && text !== null ? differsAt(text, now.ledger as Ledger) : null;
      if (isIt && differs !== null) this.#keep(closed(found(now, "record", differs), false));
      // That the game is over is the server's word; only a record with a result ends it.
      else if (isIt && text !== null && isFinished(text)) this.#keep(closed(now, true));
      else this.#world.later(AGAIN, () => this.compare(tries - 1));
    });
  }
}
