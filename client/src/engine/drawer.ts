/**
 * What the page itself remembers of its games, kept beside them: written to the engine in the order
 * of everything else that is said to it, so that no game knows more than the page that plays it.
 */

import type { Drawer } from "../kept";

export const PREFIX = "page/";

export class EngineDrawer implements Drawer {
  readonly #things: Map<string, string>;
  readonly #write: (name: string, thing: string | null) => void;

  constructor(
    kept: readonly (readonly [string, string])[],
    write: (name: string, thing: string | null) => void,
  ) {
    this.#things = new Map(kept);
    this.#write = write;
  }

  getItem(name: string): string | null {
    return this.#things.get(name) ?? null;
  }

  setItem(name: string, thing: string): void {
    if (this.#things.get(name) === thing) return;
    this.#things.set(name, thing);
    this.#write(name, thing);
  }

  removeItem(name: string): void {
    if (this.#things.delete(name)) this.#write(name, null);
  }
}
