/** What the dice and mats of this device's seats look like, said once to the table. */

import type { SeatView, Wear } from "../protocol";
import { PLAIN, type Wearing } from "./rewards";
import { crownOf } from "./shared";
import { sharedGames } from "./shelf";

export class Wardrobe {
  /** What was asked for at which seat, so that it is not asked for again and again. */
  readonly #worn = new Map<number, string>();

  /** What is still to be said: the first who sits at this device shows what was chosen on it, others
   * have plain dice; whoever leads the tally of these people throws crowned ones. */
  wishes(seats: readonly SeatView[], chosen: Wearing): Wear[] {
    const people = seats.filter((one) => one.kind === "person").map((one) => one.name);
    const crowned = people.length > 1 ? crownOf(sharedGames.value, people) : null;
    const own = seats.filter((one) => one.yours && one.kind === "person");
    return own.flatMap((one) => {
      const usual = one === own[0] ? chosen : PLAIN;
      const look = one.name === crowned ? { ...usual, finish: "crown" as const } : usual;
      const [finish, mat] = [look.finish ?? "", look.mat ?? ""];
      const isSo = one.finish === finish && one.mat === mat;
      const asked = `${finish} ${mat}`;
      if (isSo || this.#worn.get(one.seat) === asked) return [];
      this.#worn.set(one.seat, asked);
      return [{ type: "wear" as const, seat: one.seat, finish, mat }];
    });
  }

  /** Another table, or the same one again: nothing was asked for yet. */
  forget(): void {
    this.#worn.clear();
  }
}
