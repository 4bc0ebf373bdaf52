/** The thread that throws a game's dice again: Python with the game's code, and MuJoCo. No tables, no
 * storage; what was found goes back to the page. */

import type { PyProxy } from "pyodide/ffi";
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
/** A throw that fell here, too: the same, or otherwise. */
export interface FromRethrow {
  readonly game: string;
  readonly throw: number;
  readonly same: boolean;
}

/** As `page/rethrow.py` has it. */
interface Rethrower extends PyProxy {
  hear(line: string): boolean | undefined;
}

let rethrower: Promise<Rethrower> | null = null;
/** One after the other. */
let work: Promise<void> = Promise.resolve();

trustEngine(self);

self.onmessage = ({ data }: MessageEvent<ToRethrow>) => {
  work = work.then(() => take(data)).catch(() => undefined); // what cannot be thrown is not counted
};

async function take({ list, game, lines }: ToRethrow): Promise<void> {
  rethrower ??= start(new URL(list));
  const ready = await rethrower;
  for (const line of lines) {
    const same = ready.hear(line);
    if (same === undefined) continue;
    self.postMessage({ game, throw: JSON.parse(line).throw, same } satisfies FromRethrow);
  }
}

async function start(list: URL): Promise<Rethrower> {
  const files = new Files(list, await readManifest(list));
  const python = await startPython(files, "all");
  return python.pyimport("kessel.page.browser").open_rethrower(loadArenas(files));
}
