/** The chain that a device offers next: made when it is needed, kept over a reload, and used once. */

import { linkOf, newSecret } from "../fairness/chain";
import type { Shelf } from "./shelf";

export class Offers {
  readonly #shelf: Shelf;
  #tip: string | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** The tip of a chain that was never used. */
  get tip(): string {
    if (this.#tip === null) {
      const secret = newSecret();
      this.#tip = linkOf(secret, 0);
      this.#shelf.offer(this.#tip, secret);
    }
    return this.#tip;
  }

  /** The secret of a chain that is used from now on; null if it is none that was offered here. */
  take(tip: string): string | null {
    if (tip === this.#tip) this.#tip = null;
    return this.#shelf.take(tip);
  }
}
