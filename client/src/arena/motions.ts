/** Things in motion: each follows the clock, so that slow frames skip and never lag behind. */

type Ease = (share: number) => number;

/** Slides and settles. */
export const settle: Ease = (t) => 1 - (1 - t) ** 3;
/** Starts as if lifted, ends as if put down. */
export const carry: Ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);
/** Falls, as things do. */
export const fall: Ease = (t) => t * t;

/** Whoever is in more of a hurry is not held up. */
const HOLDING_SPEED = 1.5;

/** A value, or the bound that it went beyond. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Goes a share of the way to a goal, all of it where little is left; how much is left then. */
export function approach<Key extends string>(
  now: Record<Key, number>,
  goal: Readonly<Record<Key, number>>,
  share: number,
  little: number,
): number {
  let left = 0;
  for (const key of Object.keys(goal) as Key[]) {
    const gap = goal[key] - now[key];
    now[key] = Math.abs(gap) < little ? goal[key] : now[key] + gap * share;
    left += Math.abs(goal[key] - now[key]);
  }
  return left;
}

interface RunningMotion {
  readonly start: number;
  readonly length: number;
  readonly update: (share: number) => void;
  readonly done: () => void;
}

/** Runs motions; the time is handed in by the one who draws. */
export class Motions {
  #running: RunningMotion[] = [];
  readonly #begun: () => void;
  #speed = 1;
  #now = 0;
  /** Real seconds for which everything still stands. */
  #held = 0;

  /** `begun` is told of every motion, so that whoever draws wakes up for it. */
  constructor(begun: () => void = () => undefined) {
    this.#begun = begun;
  }

  get busy(): boolean {
    return this.#running.length > 0;
  }

  get now(): number {
    return this.#now;
  }

  /** 1 is real time; infinity finishes everything at the next step. */
  set speed(speed: number) {
    this.#speed = speed;
  }

  /** Calls `update` with 0 to 1 over `length` seconds, after `delay`; resolves at the end. */
  run(length: number, update: (share: number) => void, delay = 0): Promise<void> {
    if (length <= 0 && delay <= 0) {
      update(1);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#running.push({ start: this.#now + delay, length, update, done: resolve });
      this.#begun();
    });
  }

  wait(length: number): Promise<void> {
    return this.run(length, () => undefined);
  }

  /** Everything stands still for so many real seconds. */
  hold(seconds: number): void {
    if (this.#speed <= HOLDING_SPEED) this.#held = seconds;
  }

  /** Moves the clock on by real seconds. */
  advance(seconds: number): void {
    const stood = Math.min(this.#held, seconds);
    this.#held -= stood;
    this.#now =
      this.#speed === Number.POSITIVE_INFINITY
        ? this.#now + 3600
        : this.#now + (seconds - stood) * this.#speed;
    const finished: RunningMotion[] = [];
    this.#running = this.#running.filter((motion) => {
      const share = motion.length <= 0 ? 1 : (this.#now - motion.start) / motion.length;
      if (share >= 0) motion.update(Math.min(1, share));
      if (share >= 1) finished.push(motion);
      return share < 1;
    });
    for (const motion of finished) motion.done();
  }
}
