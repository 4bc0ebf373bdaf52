/** The engine's files: packed ones are unpacked on the way, whatever the host does. */

import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";

const TEXT = "a module of some size, ".repeat(50);
const sent = new Map<string, Uint8Array<ArrayBuffer>>([
  ["http://host/engine/v1/big.wasm.pack", new Uint8Array(gzipSync(TEXT))],
  ["http://host/engine/v1/code.zip", new TextEncoder().encode("zip")],
  ["http://host/engine/engine.json", new TextEncoder().encode('{"folder":"v1","files":{}}')],
]);

vi.stubGlobal("fetch", async (what: string | URL) => {
  if (String(what) === "http://none/engine.json") return new Response(null, { status: 204 });
  const body = sent.get(String(what));
  return new Response(body ?? null, { status: body ? 200 : 404 });
});

const { Files, readManifest } = await import("../../src/engine/files");
const LIST = new URL("http://host/engine/engine.json");
const files = new Files(LIST, {
  folder: "v1",
  files: { "big.wasm.pack": 1, "code.zip": 1 },
});

test("what is packed comes unpacked, as the kind of file it is", async () => {
  const answer = await files.open("big.wasm");
  expect(answer.headers.get("content-type")).toBe("application/wasm");
  expect(await answer.text()).toBe(TEXT);
});

test("other files come as they are", async () => {
  expect(new TextDecoder().decode(await files.bytes("code.zip"))).toBe("zip");
});

test("what is not there is told by its name", async () => {
  await expect(files.open("lost.zip")).rejects.toThrow("lost.zip: 404");
  await expect(readManifest(new URL("http://host/else.json"))).rejects.toThrow("else.json: 404");
});

test("a server without an engine has no list, and that is no error of the network", async () => {
  await expect(readManifest(new URL("http://none/engine.json"))).rejects.toThrow("204");
});

test("the list says where the files of this version are", async () => {
  expect((await readManifest(LIST)).folder).toBe("v1");
  expect(files.url("code.zip")).toBe("http://host/engine/v1/code.zip");
});
