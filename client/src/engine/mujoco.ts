/**
 * MuJoCo as WebAssembly behind the port that `physics/wasm_scene.py` speaks to, in a browser's
 * worker and in Node: orders in, samples out, both as rows of doubles. What it decides uses only
 * arithmetic that IEEE 754 fixes to the last bit, in the order of `physics/mujoco_scene.py`. Knows
 * neither dice nor games.
 */

import type { MainModule, MjData, MjModel } from "@mujoco/mujoco";

const BEGIN = 0;
const PLACE = 1;
const PUSH = 2;
const LEAN = 3;
const ADVANCE = 4;
const RUN = 5;
const CHOOSE = 6;

/** How an arena is run: the numbers of `wasm_scene.py`, in its order. */
class Running {
  readonly timestep: number;
  readonly stepsPerSample: number;
  readonly samplesPerFrame: number;
  readonly samplesPerLook: number;
  readonly fast: number;
  readonly frameRate: number;
  readonly gravity: number;
  readonly corner: number;
  readonly stillSpeed: number;
  readonly halfX: number;
  readonly halfY: number;

  constructor(numbers: ArrayLike<number>) {
    const at = (k: number) => numbers[k] as number;
    this.timestep = at(0);
    this.stepsPerSample = at(1);
    this.samplesPerFrame = at(2);
    this.samplesPerLook = at(3);
    this.fast = at(4);
    this.frameRate = at(5);
    this.gravity = at(6);
    this.corner = at(7);
    this.stillSpeed = at(8);
    this.halfX = at(9);
    this.halfY = at(10);
  }
}

export class CompiledArena {
  readonly #mujoco: MainModule;
  readonly #model: MjModel;
  readonly #data: MjData;
  readonly #running: Running;
  readonly #slots: number;
  readonly #startsAsleep: number;
  readonly #warnings: number;
  #sample = 0;
  #every = 1;
  #chooseAt = 0;
  #steps = 0;
  #poses: Float64Array[] = [];
  #velocities: Float64Array[] = [];

  constructor(mujoco: MainModule, xml: string, running: ArrayLike<number>) {
    this.#mujoco = mujoco;
    this.#model = mujoco.MjModel.from_xml_string(xml);
    this.#data = new mujoco.MjData(this.#model);
    this.#running = new Running(running);
    this.#slots = this.#data.qpos.length / 7;
    this.#startsAsleep = mujoco.mjtSleepPolicy.mjSLEEP_INIT.value;
    this.#warnings = mujoco.mjtWarning.mjNWARNING.value;
  }

  /**
   * Carries out orders; all that was seen since the last time, and how things are now. Both are
   * doubles, as bytes.
   */
  play(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const orders = new Float64Array(bytes.slice().buffer);
    let at = 0;
    while (at < orders.length) {
      const order = orders[at++];
      const first = orders[at] as number;
      switch (order) {
        case BEGIN:
          this.#begin(first, orders.subarray(at + 1, at + 1 + 7 * this.#slots));
          at += 1 + 7 * this.#slots;
          break;
        case PLACE:
          this.#data.qpos.set(orders.subarray(at + 1, at + 8), 7 * first);
          at += 8;
          break;
        case PUSH:
          this.#data.qvel.set(orders.subarray(at + 1, at + 7), 6 * first);
          at += 7;
          break;
        case LEAN:
          this.#model.opt.gravity.set(orders.subarray(at, at + 3));
          at += 3;
          break;
        case ADVANCE:
        case RUN:
          this.#advance(first, order === RUN);
          at += 1;
          break;
        case CHOOSE:
          this.#chooseAt = this.#sample;
          break;
        default:
          throw new Error(`order ${order} at ${at - 1}`);
      }
    }
    return new Uint8Array(this.#seen().buffer);
  }

  #begin(every: number, poses: Float64Array): void {
    this.#model.qpos0.set(poses);
    this.#model.tree_sleep_policy.fill(this.#startsAsleep);
    this.#mujoco.mj_resetData(this.#model, this.#data);
    this.#sample = this.#chooseAt = 0;
    this.#every = every;
    this.#poses = [];
    this.#velocities = [];
  }

  #advance(samples: number, untilQuiet: boolean): void {
    if (this.#sample === 0) this.#keep();
    const { samplesPerFrame } = this.#running;
    const end = this.#sample + samples;
    while (this.#sample < end) {
      if (this.#sample === this.#chooseAt) this.#chooseStep();
      const due = this.#sample - (this.#sample % this.#every) + this.#every;
      const some = Math.min(end, due, this.#chooseAt) - this.#sample;
      for (let k = this.#steps * some; k > 0; k--) this.#mujoco.mj_step(this.#model, this.#data);
      this.#sample += some;
      if (this.#sample === due) this.#keep();
      if (untilQuiet && this.#sample % samplesPerFrame === 0 && this.#isQuiet()) break;
    }
  }

  /** Shorter steps while a die is fast; this holds until falling could make one fast. */
  #chooseStep(): void {
    const { fast, frameRate, gravity, samplesPerFrame, stepsPerSample, timestep } = this.#running;
    const velocities = this.#data.qvel;
    let fastest = 0;
    for (let slot = 0; slot < this.#slots; slot++) {
      for (let k = 6 * slot; k < 6 * slot + 3; k++) {
        fastest = Math.max(fastest, Math.abs(velocities[k] as number));
      }
    }
    const parts = fastest > fast ? 2 : 1;
    const frames = Math.max(1, Math.trunc(((fast - fastest) * frameRate) / gravity));
    this.#model.opt.timestep = timestep / parts;
    this.#steps = stepsPerSample * parts;
    this.#chooseAt = this.#sample + frames * samplesPerFrame;
  }

  /** All sleep; or, at a look, what is awake is still or is not all inside. */
  #isQuiet(): boolean {
    if (this.#data.ntree_awake === 0) return true;
    const { samplesPerLook, stillSpeed, corner, halfX, halfY } = this.#running;
    if (this.#sample % samplesPerLook !== 0) return false;
    const [trees, poses, velocities] = [
      this.#data.tree_asleep,
      this.#data.qpos,
      this.#data.qvel,
    ] as const;
    let speed = 0;
    let spin = 0;
    for (let slot = 0; slot < this.#slots; slot++) {
      if ((trees[slot] as number) >= 0) continue;
      if (Math.abs(poses[7 * slot] as number) > halfX) return true;
      if (Math.abs(poses[7 * slot + 1] as number) > halfY) return true;
      for (let k = 0; k < 3; k++) {
        speed = Math.max(speed, Math.abs(velocities[6 * slot + k] as number));
        spin = Math.max(spin, Math.abs(velocities[6 * slot + 3 + k] as number));
      }
    }
    return speed < stillSpeed && spin * corner < stillSpeed;
  }

  /** MuJoCo's memory moves when it grows: its arrays are asked for each time, and copied. */
  #keep(): void {
    this.#poses.push(this.#data.qpos.slice());
    const velocities = this.#data.qvel;
    const kept = new Float64Array(3 * this.#slots);
    for (let slot = 0; slot < this.#slots; slot++) {
      for (let k = 0; k < 3; k++) kept[3 * slot + k] = velocities[6 * slot + k] as number;
    }
    this.#velocities.push(kept);
  }

  /** Three facts; what sleeps; poses and velocities now; then those that were kept. */
  #seen(): Float64Array<ArrayBuffer> {
    const kept = this.#poses.length;
    const seen = new Float64Array(3 + this.#slots * (1 + 7 + 6 + kept * (7 + 3)));
    seen.set([this.#sample, this.#warned(), kept]);
    let at = 3;
    for (const tree of this.#data.tree_asleep) seen[at++] = tree >= 0 ? 1 : 0;
    const parts = [this.#data.qpos, this.#data.qvel, ...this.#poses, ...this.#velocities];
    for (const part of parts) {
      seen.set(part, at);
      at += part.length;
    }
    this.#poses = [];
    this.#velocities = [];
    return seen;
  }

  #warned(): number {
    const counts = this.#data.warning; // a part of the data, which frees it
    let bits = 0;
    for (let k = 0; k < this.#warnings; k++) {
      if ((counts.get(k)?.number ?? 0) > 0) bits += 2 ** k;
    }
    return bits;
  }
}

/** Where `mujoco.js` and `mujoco.wasm` lie. */
interface EngineFiles {
  url(name: string): string;
  bytes(name: string): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>>;
}

/** Something that compiles arenas; loaded beside everything else. */
export async function loadArenas(
  files: EngineFiles,
): Promise<{ compile(xml: string, running: ArrayLike<number>): CompiledArena }> {
  const [{ default: load }, wasmBinary] = await Promise.all([
    import(/* @vite-ignore */ files.url("mujoco.js")) as Promise<typeof import("@mujoco/mujoco")>,
    files.bytes("mujoco.wasm"),
  ]);
  const mujoco = await load({ wasmBinary, print: () => undefined, printErr: console.warn });
  return { compile: (xml, running) => new CompiledArena(mujoco, xml, running) };
}
