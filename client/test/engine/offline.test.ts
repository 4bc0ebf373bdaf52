/** The engine kept on this device: what is missing is fetched, what is old goes. */

import { beforeEach, expect, test, vi } from "vitest";

const HOST = "http://host/";
const MANIFEST = { folder: "v2", mujoco: "0", files: { "a.zip": 1000, "b.wasm": 3000 } };
const NEW = ["v2/a.zip", "v2/b.wasm"].map((name) => `${HOST}engine/${name}`);
const LIST = `${HOST}engine/engine.json`;

let reachable: Set<string>;
let kept: Set<string>;
const shares: number[] = [];

vi.stubGlobal("location", { href: HOST });
vi.stubGlobal("navigator", { serviceWorker: {} });
vi.stubGlobal("fetch", async (what: URL) =>
  reachable.has(String(what))
    ? new Response(JSON.stringify(MANIFEST))
    : new Response(null, { status: 404 }),
);
vi.stubGlobal("caches", {
  open: async () => ({
    match: async (url: string) => (kept.has(url) ? {} : undefined),
    add: async (url: string) => {
      if (!reachable.has(url)) throw new TypeError("offline");
      kept.add(url);
    },
    put: async (url: URL) => void kept.add(url.href),
    keys: async () => [...kept].map((url) => ({ url })),
    delete: async (url: string) => kept.delete(url),
  }),
});

const { keepOffline, lookOffline, offline } = await import("../../src/engine/offline");
offline.subscribe((now) => {
  if (now.state === "fetching") shares.push(now.share);
});

beforeEach(() => {
  reachable = new Set([LIST, ...NEW]);
  kept = new Set();
  shares.length = 0;
  offline.value = { state: "none" };
});

test("what is missing is offered with its weight", async () => {
  await lookOffline();
  expect(offline.value).toEqual({ state: "offered", bytes: 4000 });
  kept.add(NEW[1] ?? "");
  await lookOffline();
  expect(offline.value).toEqual({ state: "offered", bytes: 1000 });
});

test("where there is no engine beside the page, nothing is offered", async () => {
  reachable.clear();
  await lookOffline();
  expect(offline.value).toEqual({ state: "none" });
});

test("it is fetched piece by piece, and what is older goes", async () => {
  kept.add(`${HOST}engine/v1/a.zip`);
  expect(await keepOffline()).toBe(true);
  expect(offline.value).toEqual({ state: "kept" });
  expect(shares).toEqual([0, 0.25, 1]);
  expect([...kept].sort()).toEqual([LIST, ...NEW].sort());
});

test("a download that stops keeps what came, and only the rest is offered", async () => {
  reachable.delete(NEW[1] ?? "");
  expect(await keepOffline()).toBe(false);
  expect(offline.value).toEqual({ state: "offered", bytes: 3000 });
  reachable.add(NEW[1] ?? "");
  expect(await keepOffline()).toBe(true);
  expect(offline.value).toEqual({ state: "kept" });
});
