/** The throw that won, again and again behind the end of a game, slowly, until anything else is to be shown. */

import type { Arena } from "../arena/arena";
import type { Trajectory } from "../arena/types";
import type { GameView } from "../protocol";
import { isCalm } from "../settings";
import { piecesOf } from "./display";

/** The speed at which it is shown, and from how near. */
export const SLOW_MOTION = { speed: 0.4, closeness: 0.6 };
/** ms between one time and the next. */
const PAUSE = 2500;

export class Encore {
  readonly #arena: Arena;
  #running: Promise<void> | null = null;
  #ends: () => void = () => undefined;

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  begin(flight: Trajectory, before: GameView): void {
    let over = false;
    let wake: () => void = () => undefined;
    this.#ends = () => {
      over = true;
      wake();
    };
    const repeat = async () => {
      for (;;) {
        await new Promise<void>((next) => {
          wake = next;
          window.setTimeout(next, PAUSE);
        });
        if (over || isCalm() || document.hidden) return;
        this.#arena.lay(piecesOf(before));
        this.#arena.speed = SLOW_MOTION.speed;
        await this.#arena.play(flight, null, null, SLOW_MOTION.closeness);
      }
    };
    this.#running = repeat();
  }

  /** Nothing of it moves any more once this is done. */
  async end(): Promise<void> {
    if (!this.#running) return;
    this.#ends();
    this.#arena.speed = Number.POSITIVE_INFINITY;
    await this.#running;
    this.#running = null;
  }
}
