/** The pings of a device: behind what it says, and again and again while a game is seen, so that the
 * server knows that it is there. */

import type { Liveness } from "./liveness";
import type { World } from "./world";

/** Between two pings of a game, in ms. */
const EVERY = 1500;

export class Pinging {
  readonly #world: World;
  readonly #line: Liveness;
  readonly #isWanted: () => boolean;
  #goesOn = false;

  constructor(world: World, line: Liveness, isWanted: () => boolean) {
    this.#world = world;
    this.#line = line;
    this.#isWanted = isWanted;
  }

  now(): void {
    if (this.#world.isOpen()) this.#world.ping(this.#line.ping(this.#world.now()));
  }

  /** For as long as a game is played and seen here. */
  goOn(): void {
    if (this.#goesOn || !this.#isWanted() || this.#world.isHidden()) return;
    this.#goesOn = true;
    this.now();
    this.#world.later(EVERY, () => {
      this.#goesOn = false;
      this.goOn();
    });
  }
}
