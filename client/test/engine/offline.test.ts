/** The engine kept on this device, whole or the referee alone: what is missing is fetched, what is old goes. */

import { beforeEach, expect, test, vi } from "vitest";
import { PROTOCOL } from "../../src/protocol";

const HOST = "http://host/";
const MANIFEST = {
  folder: "v2",
  protocol: PROTOCOL,
  mujoco: "0",
  files: { "a.zip": 1000, "b.wasm": 3000 },
  referee: ["a.zip"],
};
const NEW = ["v2/a.zip", "v2/b.wasm"].map((name) => `${HOST}engine/${name}`);
const LIST = `${HOST}engine/engine.json`;

let reachable: Map<string, string>;
let kept: Map<string, Response>;
const shares: number[] = [];

vi.stubGlobal("location", { href: HOST });
vi.stubGlobal("navigator", { serviceWorker: {} });
vi.stubGlobal("fetch", async (what: URL | string) => {
  const body = reachable.get(String(what));
  return new Response(body ?? null, { status: body === undefined ? 404 : 200 });
});
const caches = {
  open: async () => ({
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, answer: Response) => {
      kept.set(url, new Response(await answer.arrayBuffer()));
    },
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    delete: async (url: string) => kept.delete(url),
  }),
};

const { keepOffline, keptReferee, lookOffline, lookReferee, offline, refereeOffline } =
  await import("../../src/engine/offline");
offline.subscribe((now) => {
  if (now.state === "fetching") shares.push(now.share);
});

function listed(manifest: object): void {
  kept.set(LIST, new Response(JSON.stringify(manifest)));
}

beforeEach(() => {
  vi.stubGlobal("caches", caches);
  reachable = new Map([[LIST, JSON.stringify(MANIFEST)]]);
  NEW.forEach((url, k) => void reachable.set(url, "x".repeat(k ? 3000 : 1000)));
  kept = new Map();
  shares.length = 0;
  offline.value = { state: "none" };
  refereeOffline.value = { state: "none" };
});

async function look(): Promise<void> {
  await Promise.all([lookOffline(), lookReferee()]);
}

test("what is missing is offered with its weight", async () => {
  await look();
  expect(offline.value).toEqual({ state: "offered", bytes: 4000 });
  expect(refereeOffline.value).toEqual({ state: "offered", bytes: 1000 });
  kept.set(NEW[1] ?? "", new Response());
  await look();
  expect(offline.value).toEqual({ state: "offered", bytes: 1000 });
});

test("where there is no engine beside the page, nothing is offered", async () => {
  reachable.clear();
  await look();
  expect(offline.value).toEqual({ state: "none" });
  expect(refereeOffline.value).toEqual({ state: "none" });
});

test("it is fetched piece by piece, and what is older goes", async () => {
  kept.set(`${HOST}engine/v1/a.zip`, new Response());
  expect(await keepOffline()).toBe(true);
  expect(offline.value).toEqual({ state: "kept" });
  expect(shares).toEqual([0, 0.25, 1]);
  expect([...kept.keys()].sort()).toEqual([LIST, ...NEW].sort());
  expect(await kept.get(NEW[1] ?? "")?.text()).toHaveLength(3000);
  expect(refereeOffline.value).toEqual({ state: "kept" });
});

test("a download that stops keeps what came, and only the rest is offered", async () => {
  reachable.delete(NEW[1] ?? "");
  expect(await keepOffline()).toBe(false);
  expect(offline.value).toEqual({ state: "offered", bytes: 3000 });
  reachable.set(NEW[1] ?? "", "");
  expect(await keepOffline()).toBe(true);
  expect(offline.value).toEqual({ state: "kept" });
});

test("the referee alone is fetched, and later only the rest", async () => {
  expect(await keepOffline("referee")).toBe(true);
  expect(refereeOffline.value).toEqual({ state: "kept" });
  expect([...kept.keys()].sort()).toEqual([LIST, NEW[0]].sort());
  expect(offline.value).toEqual({ state: "offered", bytes: 3000 });
});

test("the referee that is kept goes on, whatever version its server has by then", async () => {
  const old = { ...MANIFEST, folder: "v1" };
  listed(old);
  kept.set(`${HOST}engine/v1/a.zip`, new Response());
  await look();
  expect(await keptReferee()).toEqual(old);
  expect(refereeOffline.value).toEqual({ state: "kept" });
  expect(offline.value).toEqual({ state: "offered", bytes: 4000 });
});

test.each([
  ["speaks another protocol", { ...MANIFEST, protocol: PROTOCOL - 1 }, NEW],
  ["is too old to have one", { ...MANIFEST, referee: undefined }, NEW],
  ["lost a file", MANIFEST, []],
])("a version that %s has no referee for this page", async (_why, manifest, files) => {
  listed(manifest);
  for (const url of files) kept.set(url, new Response());
  expect(await keptReferee()).toBeNull();
});

test("where the browser keeps nothing, the referee is there until the page is closed", async () => {
  vi.stubGlobal("caches", undefined);
  Reflect.deleteProperty(globalThis, "caches");
  await look();
  expect(offline.value).toEqual({ state: "none" });
  expect(refereeOffline.value).toEqual({ state: "offered", bytes: 1000 });
  expect(await keepOffline("referee")).toBe(true);
  expect(await keptReferee()).toEqual(MANIFEST);
  expect(refereeOffline.value).toEqual({ state: "kept" });
});

test("looking does not stop what is being fetched", async () => {
  refereeOffline.value = { state: "fetching", share: 0.5 };
  await look();
  expect(refereeOffline.value).toEqual({ state: "fetching", share: 0.5 });
});
