/**
 * MuJoCo in the browser as the port that `physics/browser_scene.py` speaks to. Its arrays live in
 * memory that moves when it grows, so they are read again each time, and only copies are given away.
 */

import type { MainModule, MjData, MjModel } from "@mujoco/mujoco";
import type { Files } from "./files";

export class Model {
  readonly #mujoco: MainModule;
  readonly #model: MjModel;
  readonly #data: MjData;
  readonly #startsAsleep: number;
  readonly #names: readonly string[];

  constructor(mujoco: MainModule, xml: string) {
    const model = mujoco.MjModel.from_xml_string(xml);
    this.#mujoco = mujoco;
    this.#model = model;
    this.#data = new mujoco.MjData(model);
    this.#startsAsleep = mujoco.mjtSleepPolicy.mjSLEEP_INIT.value;
    this.#names = Object.keys(mujoco.mjtWarning).filter((name) => name.startsWith("mjWARN_"));
  }

  reset(poses: readonly number[]): void {
    this.#model.qpos0.set(poses);
    this.#model.tree_sleep_policy.fill(this.#startsAsleep);
    this.#mujoco.mj_resetData(this.#model, this.#data);
  }

  place(slot: number, pose: readonly number[]): void {
    this.#data.qpos.set(pose, 7 * slot);
  }

  push(slot: number, motion: readonly number[]): void {
    this.#data.qvel.set(motion, 6 * slot);
  }

  lean(x: number, y: number, z: number): void {
    this.#model.opt.gravity.set([x, y, z]);
  }

  step(count: number, seconds: number): void {
    this.#model.opt.timestep = seconds;
    for (let k = 0; k < count; k++) this.#mujoco.mj_step(this.#model, this.#data);
  }

  poses(): Float64Array {
    return this.#data.qpos.slice();
  }

  velocities(): Float64Array {
    return this.#data.qvel.slice();
  }

  /** Below zero for what is awake. */
  asleep(): Int32Array {
    return this.#data.tree_asleep.slice();
  }

  awake(): number {
    return this.#data.ntree_awake;
  }

  warnings(): string[] {
    const counts = this.#data.warning; // a part of the data, which frees it
    return this.#names.filter((_name, k) => (counts.get(k)?.number ?? 0) > 0);
  }
}

/** Something that compiles models; loaded beside everything else. */
export async function loadArena(files: Files): Promise<{ compile(xml: string): Model }> {
  const [{ default: load }, wasmBinary] = await Promise.all([
    import(/* @vite-ignore */ files.url("mujoco.js")) as Promise<typeof import("@mujoco/mujoco")>,
    files.bytes("mujoco.wasm"),
  ]);
  const mujoco = await load({ wasmBinary, print: () => undefined, printErr: console.warn });
  return { compile: (xml) => new Model(mujoco, xml) };
}
