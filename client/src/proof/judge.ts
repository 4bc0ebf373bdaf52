/** Who judges the table's games as they are played, and games of old when somebody asks for it. */

import { computed, signal } from "@preact/signals";
import type { Auditing } from "../engine/auditing";
import { Judging } from "./judging";
import type { Story } from "./story";

/** ms after which the engine is asked for: the first throws come first. */
const BEHIND = 3000;

export class TableJudge {
  readonly #judging = signal<Judging | null>(null);
  /** What was found out at this table; null where no game is played. */
  readonly seal = computed(() => this.#judging.value?.seal.value ?? null);
  /** The contradiction that was found first; "" if there is none. */
  readonly wrong = computed(() => {
    const { state, sentences = [] } = this.seal.value ?? {};
    return state === "red" ? sentences.slice(0, 2).join(" ") : "";
  });
  readonly #auditing: Auditing;
  readonly #story: Story;
  #table: string | null = null;
  #way = "";

  constructor(auditing: Auditing, story: Story) {
    this.#auditing = auditing;
    this.#story = story;
    story.added = (line) => this.#judging.peek()?.feed(line);
  }

  /** A game is played at this table, or none: it is judged by itself where the engine is at hand, or
   * may be fetched. */
  look(table: string | null, byItself: boolean, mayFetch: boolean): void {
    const way = [table, byItself, mayFetch].join();
    if (way === this.#way) return;
    this.#way = way;
    if (table !== this.#table) this.#goTo(table);
    const judging = this.#judging.peek();
    if (byItself) window.setTimeout(() => void judging?.start(mayFetch), BEHIND);
  }

  /** Judges now, whatever has to be fetched for it. */
  now(): void {
    void this.#judging.peek()?.start(true);
  }

  /** A game of old, to be judged by its story. */
  of(game: string): Judging {
    return new Judging(this.#auditing, () => this.#story.ofGame(game));
  }

  #goTo(table: string | null): void {
    this.#judging.peek()?.stop();
    if (this.#table !== null) this.#auditing.end();
    this.#table = table;
    const of = (then: () => void) => this.#story.of(table ?? "", then);
    this.#judging.value = table === null ? null : new Judging(this.#auditing, of);
  }
}
