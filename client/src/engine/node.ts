/**
 * MuJoCo as WebAssembly in Node, behind a pipe: what `physics/nodejs.py` asks, and nothing else. A
 * message begins with its length in bytes and the number of an arena, 32 bits each; the arena that
 * comes next is compiled (numbers, then XML), any other carries out orders. It ends with its input.
 */

import { readFileSync, readSync, writeSync } from "node:fs";
import { type CompiledArena, loadArenas } from "./mujoco.ts";

const NUMBERS = 11;
const IN = 0;
const OUT = 1;

const folder = new URL("./", import.meta.url);
const arenas: CompiledArena[] = [];
const engine = await loadArenas({
  url: (name) => new URL(name, folder).href,
  bytes: async (name) => readFileSync(new URL(name, folder)),
});

for (;;) {
  const head = received(8);
  const body = head && received(word(head, 0));
  if (!body) break;
  const arena = arenas[word(head, 4)];
  if (arena) {
    answer(arena.play(body));
  } else {
    const running = new Float64Array(body.buffer, 0, NUMBERS);
    arenas.push(engine.compile(new TextDecoder().decode(body.subarray(8 * NUMBERS)), running));
    answer(new Uint8Array(0));
  }
}

function word(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer).getUint32(at, true);
}

function received(count: number): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(count);
  let at = 0;
  while (at < count) {
    const some = readSync(IN, bytes, at, count - at, null);
    if (some === 0) return null;
    at += some;
  }
  return bytes;
}

function answer(body: Uint8Array): void {
  const bytes = new Uint8Array(4 + body.length);
  new DataView(bytes.buffer).setUint32(0, body.length, true);
  bytes.set(body, 4);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(OUT, bytes, at);
  } catch (error) {
    if ((error as { code?: string }).code !== "EPIPE") throw error;
    process.exit(); // whoever asked is gone, which is nothing to be told
  }
}
