/** The referee's own thread: Python with the rules, and nothing of tables, dice or storage. */

import type { PyProxy } from "pyodide/ffi";
import { trustEngine } from "../trusted";
import { Files, type Manifest } from "./files";
import { startPython } from "./python";

/** The first message; all that follow are frames of the page's protocol. */
export interface StartReferee {
  readonly list: string;
  readonly manifest: Manifest;
}
export type FromReferee =
  | { readonly type: "ready" }
  | { readonly type: "told"; readonly text: string }
  | { readonly type: "failed"; readonly why: string };

/** As `page/referee.py` has it. */
interface PageReferee extends PyProxy {
  receive(text: string): Promise<string>;
}

let referee: Promise<PageReferee> | null = null;

trustEngine(self);

self.onmessage = ({ data }: MessageEvent<StartReferee | string>) =>
  void take(data).catch((error: unknown) => tell({ type: "failed", why: String(error) }));

async function take(message: StartReferee | string): Promise<void> {
  if (typeof message !== "string") {
    referee = start(message);
    await referee;
    tell({ type: "ready" });
  } else if (referee) {
    tell({ type: "told", text: await (await referee).receive(message) });
  }
}

async function start({ list, manifest }: StartReferee): Promise<PageReferee> {
  const python = await startPython(new Files(new URL(list), manifest), "referee");
  return python.pyimport("kessel.page.referee").PageReferee();
}

function tell(message: FromReferee): void {
  self.postMessage(message);
}
