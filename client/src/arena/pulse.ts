/** The beat of the picture: frames only while something moves, and a word when they come slowly. */

/** Frames slower than this, for a while, make the picture plainer. */
const SLOW_FRAME = 0.034;
const SLOW_FRAMES = 40;
/** So slow one after the other that it helps little: some of them, for so many seconds. */
const MUCH_TOO_SLOW = { frame: 0.1, frames: 3, seconds: 1.2 };
const COSTS_KEPT = 240;

export interface Beating {
  /** Moves everything on by real seconds; whether more is to come. */
  advance(seconds: number): boolean;
  draw(): void;
  /** Whether frames count for the speed of this device. */
  busy(): boolean;
  tooSlow(much: boolean): void;
}

export class Pulse {
  /** Milliseconds of script per drawn frame, newest last. */
  readonly costs: number[] = [];
  readonly #beating: Beating;
  #frame = 0;
  #last = 0;
  #slow = 0;
  /** Of the newest frames that were much too slow. */
  #much = { frames: 0, seconds: 0 };
  #dirty = true;
  #stopped = false;

  constructor(beating: Beating) {
    this.#beating = beating;
  }

  wake(): void {
    this.#dirty = true;
    if (this.#frame !== 0 || this.#stopped) return;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame(this.#tick);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#stopped = true;
  }

  readonly #tick = (now: number): void => {
    if (this.#stopped) return;
    this.#frame = 0;
    const seconds = Math.max(0, (now - this.#last) / 1000);
    this.#last = now;
    const began = performance.now();
    const active = this.#beating.advance(seconds);
    if (active || this.#dirty) this.#beating.draw();
    this.#dirty = false;
    this.#note(seconds, performance.now() - began);
    if (active && this.#frame === 0) this.#frame = requestAnimationFrame(this.#tick);
  };

  #note(seconds: number, cost: number): void {
    this.costs.push(cost);
    if (this.costs.length > COSTS_KEPT) this.costs.shift();
    if (!this.#beating.busy()) return;
    this.#slow = seconds > SLOW_FRAME ? this.#slow + 1 : Math.max(0, this.#slow - 2);
    const { frames, seconds: before } = this.#much;
    const much = seconds > MUCH_TOO_SLOW.frame;
    this.#much = much
      ? { frames: frames + 1, seconds: before + seconds }
      : { frames: 0, seconds: 0 };
    if (this.#isMuchTooSlow) this.#spare(true);
    else if (this.#slow >= SLOW_FRAMES) this.#spare(false);
  }

  get #isMuchTooSlow(): boolean {
    const { frames, seconds } = this.#much;
    return frames >= MUCH_TOO_SLOW.frames && seconds >= MUCH_TOO_SLOW.seconds;
  }

  #spare(much: boolean): void {
    this.#slow = 0;
    this.#much = { frames: 0, seconds: 0 };
    this.#beating.tooSlow(much);
    // A plainer picture is an empty one until it is drawn.
    this.#beating.draw();
  }
}
