/** Flights of throws, to be seen again: kept as they were sent, so that a long evening stays small. */

import { readTrajectory } from "../arena/trajectory";
import type { Trajectory } from "../arena/types";
import { get } from "../hall/hall";

export class Flights {
  readonly #sent = new Map<string, Uint8Array<ArrayBuffer>>();

  /** A throw that came with its flight. */
  keep(game: string, number: number, bytes: Uint8Array<ArrayBuffer>): Promise<Trajectory> {
    this.#sent.set(nameOf(game, number), bytes);
    return readTrajectory(bytes);
  }

  /** A throw that was seen here; null if it was not. */
  async seen(game: string, number: number | null): Promise<Trajectory | null> {
    const bytes = number === null ? undefined : this.#sent.get(nameOf(game, number));
    return bytes ? readTrajectory(bytes) : null;
  }

  /** A throw as it flew, asked for if need be; null where nobody knows any more. */
  async find(game: string, number: number): Promise<Trajectory | null> {
    const seen = await this.seen(game, number);
    if (seen) return seen;
    const answer = await get(`games/${game}/throws/${number}`);
    if (!answer.ok) return null;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const framed = bytes[0] === 0x4b && bytes[1] === 0x46;
    return this.keep(game, number, framed ? bytes.slice(8) : bytes);
  }
}

function nameOf(game: string, number: number): string {
  return `${game}/${number}`;
}

const PATIENCE = 4000;

/** Trajectories as they come over the line, until somebody takes them. */
export class Frames {
  readonly #come = new Map<number, Uint8Array<ArrayBuffer>>();
  readonly #awaited = new Map<number, () => void>();

  received(number: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.#come.set(number, bytes);
    this.#awaited.get(number)?.();
    this.#awaited.delete(number);
  }

  /** The trajectory of a throw; null where it does not come. */
  async take(number: number): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!this.#come.has(number)) {
      await new Promise<void>((resolve) => {
        this.#awaited.set(number, resolve);
        window.setTimeout(resolve, PATIENCE);
      });
    }
    const bytes = this.#come.get(number) ?? null;
    this.#come.delete(number);
    return bytes;
  }
}
