/** Importing a file of the page does nothing: no line, no timer, no effect, nothing read or written. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
/** Where a program begins: the page, the two that run beside it, and the arena in Node. */
const BEGINNINGS = [
  "main.tsx",
  "engine/worker.ts",
  "engine/referee.ts",
  "engine/auditor.ts",
  "engine/node.ts",
];
const BROWSER = [
  ...["window", "document", "location", "history", "navigator", "localStorage", "sessionStorage"],
  ...["WebSocket", "Worker", "fetch", "caches", "indexedDB", "speechSynthesis", "matchMedia"],
  ...["setTimeout", "setInterval", "requestAnimationFrame", "addEventListener", "queueMicrotask"],
];

/** What our own code touches of the browser while it is being loaded. */
async function touchedBy(load: () => Promise<unknown>): Promise<string[]> {
  const touched: string[] = [];
  const note = (name: string) => {
    if (new Error().stack?.split("\n")[3]?.includes("/client/src/")) touched.push(name);
  };
  const kept = BROWSER.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const name of BROWSER) {
    let real = Reflect.get(globalThis, name);
    const called = (...all: unknown[]) => {
      note(name);
      return real(...all);
    };
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        if (typeof real === "function") return called; // to hold it is nothing yet
        note(name);
        return real;
      },
      set: (value) => {
        if (value !== called) real = value;
      },
    });
  }
  vi.resetModules();
  vi.doMock("@preact/signals", async (original) => ({
    ...(await original<object>()),
    effect: () => touched.push("effect"),
  }));
  await load().catch((error: unknown) => touched.push(String(error)));
  BROWSER.forEach((name, k) => {
    Reflect.deleteProperty(globalThis, name);
    if (kept[k]) Object.defineProperty(globalThis, name, kept[k]);
  });
  return touched;
}

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts") && !BEGINNINGS.includes(name),
);

test("there is something to import", () => expect(files.length).toBeGreaterThan(150));

test("a program that begins is noticed", async () => {
  const touched = await touchedBy(() => import("../src/main"));
  expect(touched).toEqual(expect.arrayContaining(["window"]));
});

test("no other file does anything", async () => {
  const all = await touchedBy(() => Promise.all(files.map((name) => import(join(SOURCES, name)))));
  expect(all).toEqual([]);
});
