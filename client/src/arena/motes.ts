/** Smoke and sparks as motes that drift, slow down and fade; each picture draws them in its own way. */

/** How quickly a mote slows down, 1/s. */
const DRAG = 1.6;

export interface Puff {
  readonly at: readonly [number, number, number];
  readonly colour: string;
  readonly count: number;
  /** Metres a second outward and upward. */
  readonly out: number;
  readonly up: number;
  readonly life: number;
  /** Metres across at birth, and growth a second. */
  readonly size: number;
  readonly grow: number;
  readonly alpha: number;
}

export interface Mote {
  x: number;
  y: number;
  z: number;
  vx: number;
  vy: number;
  vz: number;
  age: number;
  size: number;
  readonly life: number;
  readonly grow: number;
  readonly alpha: number;
  readonly colour: string;
}

export abstract class Cloud {
  #all: readonly Mote[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  protected abstract draw(motes: readonly Mote[]): void;

  get busy(): boolean {
    return this.#all.length > 0;
  }

  burst(puff: Puff): void {
    const room = this.#most - this.#all.length;
    const fresh = Array.from({ length: Math.min(puff.count, room) }, (): Mote => {
      const angle = Math.random() * Math.PI * 2;
      const out = puff.out * (0.3 + 0.7 * Math.random());
      return {
        x: puff.at[0] + Math.cos(angle) * puff.size * 0.4,
        y: puff.at[1] + Math.sin(angle) * puff.size * 0.4,
        z: puff.at[2],
        vx: Math.cos(angle) * out,
        vy: Math.sin(angle) * out,
        vz: puff.up * (0.4 + 0.8 * Math.random()),
        age: 0,
        life: puff.life * (0.6 + 0.6 * Math.random()),
        size: puff.size * (0.6 + 0.8 * Math.random()),
        grow: puff.grow,
        alpha: puff.alpha,
        colour: puff.colour,
      };
    });
    this.#all = [...this.#all, ...fresh];
  }

  clear(): void {
    this.#all = [];
    this.draw(this.#all);
  }

  advance(seconds: number): void {
    if (!this.busy) return;
    const slow = Math.exp(-DRAG * seconds);
    for (const mote of this.#all) {
      mote.age += seconds;
      mote.vx *= slow;
      mote.vy *= slow;
      mote.vz *= slow;
      mote.x += mote.vx * seconds;
      mote.y += mote.vy * seconds;
      mote.z += mote.vz * seconds;
      mote.size += mote.grow * seconds;
    }
    this.#all = this.#all.filter((mote) => mote.age < mote.life);
    this.draw(this.#all);
  }
}

/** How much of a mote is seen: it comes quickly and goes slowly. */
export function seen(mote: Mote): number {
  return mote.alpha * (1 - mote.age / mote.life) * Math.min(1, mote.age * 12);
}
