/** The engine's own thread: starts Python, opens the hall, and passes messages in and out. */

import type { PyProxy } from "pyodide/ffi";
import { trustEngine } from "../trusted";
import { Database } from "./database";
import { PREFIX } from "./drawer";
import { Files, readManifest } from "./files";
import type { FromEngine, ToEngine } from "./messages";
import { loadArenas } from "./mujoco";
import { startPython } from "./python";
import { isSigned } from "./signatures";

/** As `page/browser.py` has it. */
interface PageLine extends PyProxy {
  receive(text: string): void;
  close(): void;
}
interface Hall extends PyProxy {
  open(send: (payload: string | Uint8Array | undefined) => void): PageLine;
  get(path: string): Promise<[number, string, Uint8Array<ArrayBuffer>]>;
}

const LIST = "engine.json";
const lines = new Map<number, PageLine>();
let hall: Promise<Hall> | null = null;
let database: Promise<Database | null> = Promise.resolve(null);

trustEngine(self);

self.onmessage = ({ data }: MessageEvent<ToEngine>) => void take(data);

async function take(message: ToEngine): Promise<void> {
  if (message.type === "start") {
    hall = start(new URL(LIST, message.base));
    await hall.catch((error: unknown) => tell({ type: "failed", why: String(error) }));
    return;
  }
  if (message.type === "keep") {
    await keep(message.name, message.thing);
    return;
  }
  const open = await hall;
  if (!open) return;
  switch (message.type) {
    case "open":
      openLine(open, message.line);
      break;
    case "text":
      lines.get(message.line)?.receive(message.text);
      break;
    case "close":
      lines.get(message.line)?.close();
      break;
    case "get": {
      const [status, kind, body] = await open.get(message.path);
      tell({ type: "got", ask: message.ask, status, kind, body });
    }
  }
}

async function start(list: URL): Promise<Hall> {
  const manifest = await readManifest(list);
  const files = new Files(list, manifest);
  database = Database.open().catch(() => null);
  const python = await startPython(files, "all");
  const shelf = await database;
  const arenas = loadArenas(files);
  const browser = python.pyimport("kessel.page.browser");
  const opened = await browser.open_hall(
    shelf ?? undefined, // Python's None; null is something else there
    arenas,
    JSON.stringify(manifest.pace ?? {}),
    isSigned,
  );
  const kept = (await shelf?.scan(PREFIX)) ?? [];
  const named = kept.map(([name, thing]) => [name.slice(PREFIX.length), String(thing)] as const);
  tell({ type: "ready", keeps: shelf !== null, kept: named });
  return opened;
}

/** Before anything that the page says after it. What does not fit is lost to the next page only. */
async function keep(name: string, thing: string | null): Promise<void> {
  const shelf = await database;
  const kept = thing === null ? shelf?.remove(PREFIX + name) : shelf?.put([PREFIX + name], [thing]);
  await Promise.resolve(kept).catch(() => undefined);
}

function openLine(open: Hall, line: number): void {
  const made = open.open((payload) => {
    if (payload === undefined) {
      lines.delete(line);
      tell({ type: "closed", line });
    } else {
      tell({ type: "told", line, data: typeof payload === "string" ? payload : copied(payload) });
    }
  });
  lines.set(line, made);
  tell({ type: "opened", line });
}

function copied(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}

function tell(message: FromEngine): void {
  self.postMessage(message);
}
