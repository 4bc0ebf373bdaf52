/** The heartbeat of a last die: when it beats, and how strongly it shows. Pure; the clock is handed in. */

/** Seconds from beat to beat. */
const BEAT = 1.05;
/** After so many beats it only glows: a page that waits should rest. */
const MOST_BEATS = 8;
const GLOW = { least: 1.4, beat: 3.6 };
/** How much larger the die is at the height of a beat. */
const SWELL = 0.18;

export class Heart {
  readonly seat: number;
  #age = 0;

  constructor(seat: number) {
    this.seat = seat;
  }

  /** Whether anything will change yet. */
  get beats(): boolean {
    return this.#age < BEAT * MOST_BEATS;
  }

  get shine(): number {
    return GLOW.least + GLOW.beat * this.#pulse;
  }

  /** How large the die is, by its own size. */
  get size(): number {
    return 1 + SWELL * this.#pulse;
  }

  /** Two beats, from 0 to 1. */
  get #pulse(): number {
    if (!this.beats) return 0;
    const phase = (this.#age % BEAT) / BEAT;
    const second = phase > 0.23 ? 0.7 * Math.exp((0.23 - phase) * 9) : 0;
    return Math.min(1, Math.exp(-phase * 9) + second);
  }

  /** Moves on by real seconds; true where a beat begins. */
  advance(seconds: number): boolean {
    const before = Math.floor(this.#age / BEAT);
    const first = this.#age === 0;
    this.#age += seconds;
    return this.beats && (first || Math.floor(this.#age / BEAT) > before);
  }

  /** Without motion it only glows. */
  rest(): void {
    this.#age = BEAT * MOST_BEATS;
  }
}
