/**
 * A story being judged: by the auditor of `kessel verify`, in this page's engine, once that is at
 * hand. What it found makes the seal. Time accuses nobody: red comes from a contradiction alone.
 */

import { signal } from "@preact/signals";
import type { Auditing } from "../engine/auditing";
import { atHand } from "../engine/offline";
import { language } from "../i18n";

/** Grey: why nothing is judged (yet). */
type Why = "waiting" | "coming" | "checking" | "asks" | "none";

export interface Seal {
  readonly state: "grey" | "green" | "amber" | "red";
  readonly why: Why | null;
  /** Throws of the game that were checked. */
  readonly throws: number;
  /** What was found, as `kessel verify` says it: what is wrong, or not proven, and what was checked. */
  readonly sentences: readonly string[];
}

const NOTHING: Seal = { state: "grey", why: "waiting", throws: 0, sentences: [] };

/** As `page/judge.py` writes it. */
interface Verdict {
  readonly wrong: readonly unknown[];
  readonly unproven: readonly unknown[];
  readonly checked: { readonly throws?: number };
  readonly sentences: readonly string[];
}

export class Judging {
  readonly seal = signal<Seal>(NOTHING);
  readonly #auditing: Auditing;
  readonly #lines: (then: () => void) => Promise<readonly string[]>;
  #feed: ((lines: readonly string[]) => void) | null = null;
  #isStarting = false;
  #isOver = false;
  /** Counts its auditors: one that failed is asked nothing more, and what it says later is nothing. */
  #auditor = 0;

  /** `lines`: those there are; after `then` is called, every further one is fed. */
  constructor(auditing: Auditing, lines: (then: () => void) => Promise<readonly string[]>) {
    this.#auditing = auditing;
    this.#lines = lines;
  }

  /** Judges it, where the engine is at hand, or may be fetched; once. */
  async start(mayFetch: boolean): Promise<void> {
    if (this.#isStarting || this.#feed) return;
    this.#isStarting = true;
    this.#grey("coming");
    const at = await atHand(mayFetch).catch(() => "none" as const);
    this.#isStarting = false;
    if (this.#isOver) return;
    this.#grey(at === "ready" ? "checking" : at);
    if (at !== "ready") return;
    const auditor = ++this.#auditor;
    const feed = this.#auditing.begin(language.peek(), (verdict) => {
      if (auditor === this.#auditor && !this.#isOver) this.#heard(verdict);
    });
    const lines = await this.#lines(() => {
      this.#feed = feed;
    });
    if (lines.length) feed(lines);
  }

  feed(line: string): void {
    this.#feed?.([line]); // before, it is among the first
  }

  /** Nobody looks at it any more. */
  stop(): void {
    this.#isOver = true;
    this.#feed = null;
  }

  #grey(why: Why): void {
    this.seal.value = { ...NOTHING, why };
  }

  #heard(text: string | null): void {
    if (text === null) {
      this.#auditor++;
      this.#feed = null;
      this.#grey("none");
      return;
    }
    const { wrong, unproven, checked, sentences } = JSON.parse(text) as Verdict;
    const state = wrong.length ? "red" : unproven.length ? "amber" : "green";
    this.seal.value = { state, why: null, throws: checked.throws ?? 0, sentences };
  }
}
