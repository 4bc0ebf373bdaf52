/** What the dice and mats of this device's seats look like, said once to the table. */

import type { SeatView, Wear } from "../protocol";
import { PLAIN, type Wearing } from "./rewards";

export class Wardrobe {
  /** What was asked for at which seat, so that it is not asked for again and again. */
  readonly #worn = new Map<number, Wearing>();

  /** What is still to be said: the first who sits at this device shows what was chosen on it, others
   * have plain dice. */
  wishes(seats: readonly SeatView[], chosen: Wearing): Wear[] {
    const own = seats.filter((one) => one.yours && one.kind === "person");
    return own.flatMap((one) => {
      const look = one === own[0] ? chosen : PLAIN;
      const [finish, mat] = [look.finish ?? "", look.mat ?? ""];
      const isSo = one.finish === finish && one.mat === mat;
      if (isSo || this.#worn.get(one.seat) === look) return [];
      this.#worn.set(one.seat, look);
      return [{ type: "wear" as const, seat: one.seat, finish, mat }];
    });
  }

  /** Another table, or the same one again: nothing was asked for yet. */
  forget(): void {
    this.#worn.clear();
  }
}
