/** The bowl before the game: empty, but for the dice that whoever waits throws into it. */

import type { Arena } from "../arena/arena";
import { readTrajectory } from "../arena/trajectory";
import { unpacked } from "../fairness/bytes";
import { familyOf } from "../game/editions";
import { finishOf } from "../game/looks";
import { badgeOf } from "../game/people";
import type { TableState } from "../game/table";
import type { Tossed } from "../protocol";
import type { PageState } from "../state";
import { piecesOf, tosses } from "./display";

const ONE_DIE = { loose: 1, piles: [], active: true, out: false };

export class Bowl {
  readonly #arena: Arena;
  readonly #page: PageState;
  /** The table whose dice lie in it. */
  #code: string | null = null;
  /** In which colour each of them was thrown. */
  readonly #colours = new Map<number, string>();

  constructor(arena: Arena, page: PageState) {
    this.#arena = arena;
    this.#page = page;
  }

  /** How many dice whoever looks may throw into it now. */
  get offers(): number {
    return tosses.value && this.#page.table.value.info?.stage === "gathering" ? 1 : 0;
  }

  /** As it stands without a game. */
  stand({ code, info, seats }: TableState): void {
    if (info) this.#arena.dress(familyOf(info.edition));
    if (info && this.#code !== code) {
      this.#code = code;
      this.#colours.clear();
      this.#arena.lay([]);
    }
    const finish = finishOf(seats[this.#page.own.value[0] ?? -1]);
    this.#arena.supply(this.offers ? [{ ...ONE_DIE, finish }] : []);
    this.#arena.spread(null);
  }

  /** A die that somebody throws, among those that lie there. */
  async toss({ arena, die, seat, frame }: Tossed): Promise<void> {
    if (!frame) return this.#arena.landUnseen();
    const isOwn = tosses.value && (this.#page.own.value[0] ?? null) === seat;
    this.#arena.lay(piecesOf({ arena }));
    if (seat !== null) this.#colours.set(die, badgeOf(seat).colour);
    this.#tint();
    await this.#arena.play(await readTrajectory(unpacked(frame)), isOwn ? 0 : null);
    this.#tint();
  }

  #tint(): void {
    for (const [die, colour] of this.#colours) this.#arena.tint(die, colour);
  }
}
