/** Trajectories as they come over the line, until somebody takes them. */

const PATIENCE = 4000;

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
