/** The auditor of this device, seen from the page: stories go in, verdicts come out. It has a thread of
 * its own, which starts with the first question. */

import type { AimFields, DailyThrow } from "../protocol";
import type { DayFromThrow, DayToThrow, FromJudge, ToJudge } from "./auditor";
import { list, offline } from "./offline";

/** Hears what was found after every feeding, as JSON; null if nothing can judge here. */
type Heard = (verdict: string | null) => void;

export class Auditing {
  #worker: Worker | null = null;
  #number = 0;
  readonly #stories = new Map<number, Heard>();
  /** Who waits for a throw of the day, in the order in which they asked. */
  readonly #waiting: ((thrown: string | null) => void)[] = [];

  /** A story to be judged: takes its lines, and tells what was found after each of them. */
  begin(language: string, heard: Heard): (lines: readonly string[]) => void {
    const story = ++this.#number;
    this.#stories.set(story, heard);
    return (lines) => this.#ask({ list: list().href, story, language, lines: lines.join("\n") });
  }

  /** What comes of a throw of the day here; null where none can be thrown. */
  async day(date: string, aim: AimFields): Promise<DailyThrow | null> {
    if (offline.value.state !== "kept") return null;
    const answer = new Promise<string | null>((resolve) => this.#waiting.push(resolve));
    this.#ask({ list: list().href, date, aim });
    const thrown = await answer;
    return thrown === null ? null : (JSON.parse(thrown) as DailyThrow);
  }

  /** Nothing is judged any more; its memory is free again. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#stories.clear();
    for (const answer of this.#waiting.splice(0)) answer(null);
  }

  #ask(question: ToJudge | DayToThrow): void {
    this.#worker ??= this.#opened();
    this.#worker.postMessage(question);
  }

  #opened(): Worker {
    const worker = new Worker(new URL("./auditor.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromJudge | DayFromThrow>) => {
      if ("date" in data) this.#waiting.shift()?.(data.thrown);
      else this.#stories.get(data.story)?.(data.verdict);
    };
    worker.onerror = () => {
      for (const heard of this.#stories.values()) heard(null);
      this.end();
    };
    return worker;
  }
}
