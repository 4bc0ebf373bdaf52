/** The thread that judges stories, and throws the throws of the day again: Python with the game's code,
 * and MuJoCo. No tables, no storage; what was found goes back to the page. */

import type { PyProxy } from "pyodide/ffi";
import type { AimFields } from "../protocol";
import { trustEngine } from "../trusted";
import { Files, readManifest } from "./files";
import { loadArenas } from "./mujoco";
import { startPython } from "./python";
import { isSigned } from "./signatures";

/** The next lines of a story; a story begins with its first. */
export interface ToJudge {
  readonly list: string;
  readonly story: number;
  /** Of its reader. */
  readonly language: string;
  readonly lines: string;
}
/** What was found so far, as JSON; null if there is nothing that could judge. */
export interface FromJudge {
  readonly story: number;
  readonly verdict: string | null;
}
/** A throw of the day. */
export interface DayToThrow {
  readonly list: string;
  readonly date: string;
  readonly aim: AimFields;
}
/** What came of it here, as JSON without its flight; null if it could not be thrown. */
export interface DayFromThrow {
  readonly date: string;
  readonly thrown: string | null;
}

/** As `page/judge.py` has them. */
interface Judge extends PyProxy {
  feed(lines: string): string;
}
interface Judges extends PyProxy {
  begin(language: string): Judge;
  day(date: string, aim: string): string;
}

let judges: Promise<Judges> | null = null;
const stories = new Map<number, Judge>();
/** One after the other. */
let work: Promise<void> = Promise.resolve();

trustEngine(self);

self.onmessage = ({ data }: MessageEvent<ToJudge | DayToThrow>) => {
  work =
    "date" in data
      ? work.then(async () => answer({ date: data.date, thrown: await orNull(thrown(data)) }))
      : work.then(async () => answer({ story: data.story, verdict: await orNull(judged(data)) }));
};

function answer(found: FromJudge | DayFromThrow): void {
  self.postMessage(found);
}

function orNull(found: Promise<string>): Promise<string | null> {
  return found.catch((error: unknown) => {
    console.warn("the auditor:", error);
    return null;
  });
}

async function thrown({ list, date, aim }: DayToThrow): Promise<string> {
  judges ??= start(new URL(list));
  return (await judges).day(date, JSON.stringify(aim));
}

async function judged({ list, story, language, lines }: ToJudge): Promise<string> {
  judges ??= start(new URL(list));
  const all = await judges;
  const judge = stories.get(story) ?? all.begin(language);
  stories.set(story, judge);
  return judge.feed(lines);
}

async function start(list: URL): Promise<Judges> {
  const files = new Files(list, await readManifest(list));
  const python = await startPython(files, "all");
  return python.pyimport("kessel.page.browser").open_judges(loadArenas(files), isSigned);
}
