/** The heartbeat of a last die: when it beats, and how strongly it shows. Pure; the clock is handed in. */

/** Seconds from beat to beat. */
const BEAT = 1.05;
/** After so many beats it only glows: a page that waits shall rest. */
const MOST_BEATS = 8;
const GLOW = { least: 0.45, beat: 1.5 };

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
    if (!this.beats) return GLOW.least;
    const phase = (this.#age % BEAT) / BEAT;
    const pulse =
      Math.exp(-phase * 9) +
      0.7 * Math.exp(-Math.max(0, phase - 0.23) * 9) * (phase > 0.23 ? 1 : 0);
    return GLOW.least + GLOW.beat * Math.min(1, pulse);
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
