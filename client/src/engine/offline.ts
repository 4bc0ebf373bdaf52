/**
 * The engine on this device for times without a network: fetched when somebody wishes so, piece by
 * piece, into a cache that the service worker looks into. The page itself is kept there anyway. The
 * referee is a part of it that can be had alone.
 */

import { type Signal, signal } from "@preact/signals";
import { PROTOCOL } from "../protocol";
import { filesOf, type Manifest, type Part, readManifest } from "./files";

const CACHE = "kessel-engine";

export type Offline =
  /** Not known yet, or not possible here. */
  | { readonly state: "none" }
  | { readonly state: "offered"; readonly bytes: number }
  | { readonly state: "fetching"; readonly share: number }
  | { readonly state: "kept" };

const NONE: Offline = { state: "none" };
const KEPT: Offline = { state: "kept" };

/** All of it. */
export const offline = signal<Offline>(NONE);
/** The referee alone. */
export const refereeOffline = signal<Offline>(NONE);

const shown: Readonly<Record<Part, Signal<Offline>>> = { all: offline, referee: refereeOffline };
/** Where the browser keeps nothing for this page: what was fetched for as long as it is open. */
let fetched: Manifest | null = null;

export function list(): URL {
  return new URL(`${import.meta.env.BASE_URL}engine/engine.json`, location.href);
}

let looking: Promise<void> | null = null;
let fetching: Promise<boolean> | null = null;

/** Looks whether all of it is kept, or could be; once for all who ask at the same time. */
export function lookOffline(): Promise<void> {
  looking ??= lookForAll().finally(() => {
    looking = null;
  });
  return looking;
}

async function lookForAll(): Promise<void> {
  const cache = await openCache();
  const newest = cache && (await readManifest(list()).catch(() => null));
  if (newest) show("all", await offered(cache, newest, "all"));
}

/** Looks whether the referee is kept, or could be had: for a while at least, where nothing is kept. */
export async function lookReferee(): Promise<void> {
  if (await keptReferee()) return show("referee", KEPT);
  const newest = await readManifest(list()).catch(() => null);
  show("referee", newest?.referee ? await offered(await openCache(), newest, "referee") : NONE);
}

/** Browsers keep nothing for pages without encryption. */
function openCache(): Promise<Cache> | null {
  return "caches" in globalThis && "serviceWorker" in navigator ? caches.open(CACHE) : null;
}

async function offered(cache: Cache | null, manifest: Manifest, part: Part): Promise<Offline> {
  const missing = await missingFiles(cache, manifest, part);
  const bytes = weight(manifest, missing);
  return part === "all" && !missing.length ? KEPT : { state: "offered", bytes };
}

/** What is being fetched stays so. */
function show(part: Part, now: Offline): void {
  if (shown[part].value.state !== "fetching") shown[part].value = now;
}

/** The list of the version whose referee is on this device, where it speaks as this page does. */
export async function keptReferee(): Promise<Manifest | null> {
  const cache = await openCache();
  if (!cache) return fetched;
  const manifest: Manifest | null = (await (await cache.match(list().href))?.json()) ?? null;
  if (manifest?.protocol !== PROTOCOL || !manifest.referee) return null;
  return (await missingFiles(cache, manifest, "referee")).length ? null : manifest;
}

/** Fetches what is missing; false where that fails, and then what came is kept for the next try. */
export async function keepOffline(part: Part = "all"): Promise<boolean> {
  shown[part].value = { state: "fetching", share: 0 };
  const done = await fetchPart(part).then(
    () => true,
    () => false,
  );
  shown[part].value = done ? KEPT : NONE;
  await Promise.all([lookOffline(), lookReferee()]);
  return done;
}

/** Whether this device can judge and throw by itself: it is ready, asks whether all of it may be
 * fetched, or there is none. Where the browser keeps nothing it is fetched as it starts. */
export async function atHand(mayFetch: boolean): Promise<"ready" | "asks" | "none"> {
  if (!("DecompressionStream" in globalThis && "WebAssembly" in globalThis)) return "none";
  await lookOffline();
  if (offline.value.state === "kept") return "ready";
  if (!(await readManifest(list()).catch(() => null))) return "none";
  if (!mayFetch) return "asks";
  if (!(await openCache())) return "ready";
  fetching ??= keepOffline().finally(() => {
    fetching = null;
  });
  return (await fetching) ? "ready" : "asks";
}

async function fetchPart(part: Part): Promise<void> {
  const manifest = await readManifest(list());
  const cache = await openCache();
  const missing = await missingFiles(cache, manifest, part);
  const all = weight(manifest, missing);
  let before = 0;
  for (const name of missing) {
    const weighs = manifest.files[name] ?? 0;
    await fetchFile(cache, fileUrl(manifest, name), (bytes) =>
      tellShare(part, (before + Math.min(bytes, weighs)) / all),
    );
    before += weighs;
    tellShare(part, before / all);
  }
  if (!cache) fetched = manifest;
  await cache?.put(list().href, new Response(JSON.stringify(manifest)));
  if (cache) await dropOld(cache, manifest);
}

function tellShare(part: Part, share: number): void {
  const now = shown[part].value;
  if (now.state !== "fetching" || now.share !== share)
    shown[part].value = { state: "fetching", share };
}

/** `came` hears how many bytes there are so far. Where there is no cache, the browser's own has it. */
async function fetchFile(
  cache: Cache | null,
  url: string,
  came: (bytes: number) => void,
): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      bytes += chunk.byteLength;
      came(bytes);
      out.enqueue(chunk);
    },
  });
  const copy = new Response(answer.body.pipeThrough(counting), { headers: answer.headers });
  await (cache ? cache.put(url, copy) : copy.arrayBuffer());
}

async function missingFiles(
  cache: Cache | null,
  manifest: Manifest,
  part: Part,
): Promise<readonly string[]> {
  const names = filesOf(manifest, part);
  if (!cache) return names;
  const found = await Promise.all(names.map((name) => cache.match(fileUrl(manifest, name))));
  return names.filter((_name, k) => !found[k]);
}

async function dropOld(cache: Cache, manifest: Manifest): Promise<void> {
  const folder = new URL(`${manifest.folder}/`, list()).href;
  for (const { url } of await cache.keys()) {
    if (url !== list().href && !url.startsWith(folder)) await cache.delete(url);
  }
}

function fileUrl(manifest: Manifest, name: string): string {
  return new URL(`${manifest.folder}/${name}`, list()).href;
}

function weight(manifest: Manifest, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (manifest.files[name] ?? 0), 0);
}

/** Whether the browser asks to save data. */
export function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData ?? false;
}
