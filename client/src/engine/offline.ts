/**
 * The engine on this device for times without a network: fetched when somebody wishes so, piece by
 * piece, into a cache that the service worker looks into. The page itself is kept there anyway.
 */

import { signal } from "@preact/signals";
import { type Manifest, readManifest } from "./files";

const CACHE = "kessel-engine";

export type Offline =
  /** Not known yet, or not possible here. */
  | { readonly state: "none" }
  | { readonly state: "offered"; readonly bytes: number }
  | { readonly state: "fetching"; readonly share: number }
  | { readonly state: "kept" };

export const offline = signal<Offline>({ state: "none" });

function list(): URL {
  return new URL(`${import.meta.env.BASE_URL}engine/engine.json`, location.href);
}

/** Looks what is kept, and what could be. Browsers keep nothing for pages without encryption. */
export async function lookOffline(): Promise<void> {
  if (!("caches" in globalThis) || !("serviceWorker" in navigator)) return;
  const manifest = await readManifest(list()).catch(() => null);
  if (!manifest) return;
  const cache = await caches.open(CACHE);
  const missing = await missingFiles(cache, manifest);
  offline.value = missing.length
    ? { state: "offered", bytes: weight(manifest, missing) }
    : { state: "kept" };
}

/** Fetches what is missing; false where that fails, and then what came is kept for the next try. */
export async function keepOffline(): Promise<boolean> {
  try {
    offline.value = { state: "fetching", share: 0 };
    const manifest = await readManifest(list());
    const cache = await caches.open(CACHE);
    const missing = await missingFiles(cache, manifest);
    const all = weight(manifest, missing);
    let done = 0;
    for (const name of missing) {
      await cache.add(fileUrl(manifest, name));
      done += manifest.files[name] ?? 0;
      offline.value = { state: "fetching", share: done / all };
    }
    await cache.put(list(), new Response(JSON.stringify(manifest)));
    await dropOld(cache, manifest);
    offline.value = { state: "kept" };
    return true;
  } catch {
    await lookOffline();
    return false;
  }
}

async function missingFiles(cache: Cache, manifest: Manifest): Promise<string[]> {
  const names = Object.keys(manifest.files);
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
