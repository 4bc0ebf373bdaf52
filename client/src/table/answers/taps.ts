/**
 * One thumb in the race: taps are counted here and told a few times a second, all of them each time,
 * until the table has counted them. So a line that stalls loses none, and nor does a thumb that is
 * quicker than the table allows.
 */

const TELL_EVERY = 120;

export class Taps {
  readonly #needed: number;
  readonly #tell: (done: number) => void;
  #heard: number;
  #done: number;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(heard: number, needed: number, tell: (done: number) => void) {
    this.#heard = heard;
    this.#done = heard;
    this.#needed = needed;
    this.#tell = tell;
  }

  /** How many dice are stacked, as this thumb sees it. */
  get done(): number {
    return Math.max(this.#done, this.#heard);
  }

  /** The table has counted so many. */
  hear(counted: number): void {
    this.#heard = counted;
  }

  tap(): void {
    this.#done = Math.min(this.#needed, this.done + 1);
    if (this.#timer === null || this.#done === this.#needed) this.#say();
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #say(): void {
    this.end();
    if (this.#heard >= this.#done) return;
    this.#timer = setTimeout(() => this.#say(), TELL_EVERY);
    this.#tell(this.#done);
  }
}
