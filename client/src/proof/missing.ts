/**
 * Lines that the server told of and that have to come. They are asked for once, page by page; whatever
 * is still missing after the last page was held back. Nothing is missing for as long as a line is slow: only an
 * answer, or a pong for a ping sent long after the question, tells that the server had heard it.
 */

import { LINES_A_PAGE } from "../protocol";
import { linesHeard, type Memory } from "./memory";
import type { World } from "./world";

/** What belongs to a view may come just after it, so nothing is asked for before. */
const SOON = 1000;
/** After a refusal. */
const AGAIN = 5000;
/** Seconds that a server may take for an answer. */
const PATIENCE = 10;

interface Told {
  readonly lines: number;
  readonly throws: number;
}

const NOTHING: Told = { lines: 0, throws: 0 };

export class Missing {
  readonly #world: World;
  readonly #memory: () => Memory | null;
  /** Says that lines are missing. */
  readonly #find: () => void;
  /** What the server has shown of the game. */
  #told = NOTHING;
  /** What it had shown when the lines were asked for that are under way. */
  #asked: Told | null = null;
  #waits = false;
  /** How often anything began afresh: an answer to a question before that tells nothing. */
  #visit = 0;
  #askedAt = 0;

  constructor(world: World, memory: () => Memory | null, find: () => void) {
    this.#world = world;
    this.#memory = memory;
    this.#find = find;
  }

  /** Another game, or another connection. */
  forget(): void {
    this.#told = NOTHING;
    this.#asked = null;
    this.#waits = false;
    this.#visit++;
  }

  /** The game has as many lines and throws, at least. */
  told(lines: number, throws: number): void {
    const { lines: known, throws: shown } = this.#told;
    this.#told = { lines: Math.max(lines, known), throws: Math.max(throws, shown) };
    const memory = this.#memory();
    if (!memory || !this.isOwed(memory) || this.#waits || this.#asked) return;
    this.#soon(SOON);
  }

  isOwed(memory: Memory, { lines, throws } = this.#told): boolean {
    return linesHeard(memory) < lines || (memory.ledger?.throws ?? 0) < throws;
  }

  /** Asks for lines from this number on. */
  ask(first: number): void {
    if (this.#asked || this.#memory()?.findings.length) return;
    const [asked, visit] = [this.#told, this.#visit];
    this.#asked = asked;
    this.#askedAt = this.#world.now();
    void this.#world.askLines({ type: "lines", first }).then((count) => {
      if (visit !== this.#visit) return;
      this.#asked = null;
      const memory = this.#memory();
      if (count === LINES_A_PAGE) this.ask(first + count);
      else if (count !== null && memory && this.isOwed(memory, asked)) this.#find();
      else this.#soon(count === null ? AGAIN : SOON);
    });
  }

  /** A ping was answered that was sent then: after the question, and long after it? */
  ponged(sent: number): void {
    const memory = this.#memory();
    const isLong = this.#asked !== null && sent > this.#askedAt + PATIENCE;
    if (isLong && memory && this.isOwed(memory, this.#asked ?? NOTHING)) this.#find();
  }

  #soon(ms: number): void {
    const visit = this.#visit;
    this.#waits = true;
    this.#world.later(ms, () => {
      if (visit !== this.#visit) return;
      this.#waits = false;
      const memory = this.#memory();
      if (memory && this.isOwed(memory)) this.ask(linesHeard(memory));
    });
  }
}
