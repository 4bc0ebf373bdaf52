/** The thread that throws a game's dice again, and throws of the day: Python with the game's code, and MuJoCo. No tables, no
 * storage; what was found goes back to the page. */

import type { PyProxy } from "pyodide/ffi";
import type { Aim } from "../protocol";
import { trustEngine } from "../trusted";
import { Files, readManifest } from "./files";
import { loadArenas } from "./mujoco";
import { startPython } from "./python";

/** The next lines of a game; the first of them may be its beginning. */
export interface ToRethrow {
  readonly list: string;
  readonly game: string;
  readonly lines: readonly string[];
}
/** A throw of the day. */
export interface DayToRethrow {
  readonly list: string;
  readonly date: string;
  readonly aim: Aim;
}
/** What came of it here, as JSON without its flight; null if it could not be thrown. */
export interface DayFromRethrow {
  readonly date: string;
  readonly thrown: string | null;
}
/** A throw fell here, too: the same, or otherwise; or the rules have no such line. */
export interface FromRethrow {
  readonly game: string;
  readonly throw: number;
  readonly fell: "same" | "thrown" | "order";
}

/** As `page/rethrow.py` has it. */
interface Rethrower extends PyProxy {
  readonly throws: number;
  hear(line: string): FromRethrow["fell"] | undefined;
  day(date: string, aim: string): string;
}

let rethrower: Promise<Rethrower> | null = null;
/** One after the other. */
let work: Promise<void> = Promise.resolve();

trustEngine(self);

self.onmessage = ({ data }: MessageEvent<ToRethrow | DayToRethrow>) => {
  work =
    "date" in data
      ? work.then(() => throwDay(data)).then((thrown) => answer({ date: data.date, thrown }))
      : work.then(() => take(data)).catch(() => undefined); // what cannot be thrown is not counted
};

function answer(found: FromRethrow | DayFromRethrow): void {
  self.postMessage(found);
}

async function throwDay({ list, date, aim }: DayToRethrow): Promise<string | null> {
  try {
    rethrower ??= start(new URL(list));
    return (await rethrower).day(date, JSON.stringify(aim));
  } catch {
    return null;
  }
}

async function take({ list, game, lines }: ToRethrow): Promise<void> {
  rethrower ??= start(new URL(list));
  const ready = await rethrower;
  for (const line of lines) {
    const fell = ready.hear(line);
    if (fell === undefined) continue;
    const number = fell === "order" ? ready.throws : ready.throws - 1;
    answer({ game, throw: number, fell });
  }
}

async function start(list: URL): Promise<Rethrower> {
  const files = new Files(list, await readManifest(list));
  const python = await startPython(files, "all");
  return python.pyimport("kessel.page.browser").open_rethrower(loadArenas(files));
}
