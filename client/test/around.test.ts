/** What stands around the page: the worker that keeps it, what it waits for, which scripts it trusts. */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownScript, trustEngine, trustOwnScripts } from "../src/trusted";
import { offlineShell } from "../vite.config";

// The worker that keeps the page keeps all that a browser asks for by itself.

type Build = (this: object, options: object, bundle: object) => void;

/** The addresses that a worker keeps of a page built of these files. */
function kept(serverless: boolean, ...files: string[]): string[] {
  let worker = "";
  const emitFile = ({ source }: { source: string }) => {
    worker = source;
  };
  const bundle = Object.fromEntries(files.map((name) => [name, {}]));
  const { handler } = offlineShell(serverless).generateBundle as unknown as { handler: Build };
  handler.call({ emitFile }, {}, bundle);
  const [, list = "[]"] = /^const FILES = (.*);$/m.exec(worker) ?? [];
  return JSON.parse(list);
}

test.each([true, false])(
  "what was built and what the page's head names; no server: %s",
  (alone) => {
    const head = readFileSync(new URL("../index.html", import.meta.url), "utf8");
    const asked = [...head.matchAll(/<link rel="(?:icon|manifest)" href="\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(asked).toHaveLength(2);
    const files = kept(alone, "assets/page-1.js", "assets/page-1.js.map", "licenses.md");
    expect(files).toEqual(["assets/page-1.js", ...asked].sort());
  },
);

// The page begins after its first picture, and never waits for one that does not come.

const SOURCE = readFileSync(new URL("../src/firstpicture.js", import.meta.url), "utf8");
const LONGEST_MS = 200;

interface Tab {
  readonly hidden: boolean;
  readonly drawn: boolean;
}

/** Runs it as the build has it, before a script that says it has begun. */
function open({ hidden, drawn }: Tab) {
  const frames: (() => void)[] = [];
  const began = vi.fn();
  const run = new Function(
    "document",
    "performance",
    "requestAnimationFrame",
    "began",
    `return (async () => { ${SOURCE}; began(); })();`,
  );
  const performance = { getEntriesByName: () => (drawn ? [{}] : []) };
  run({ hidden }, performance, (frame: () => void) => frames.push(frame), began);
  return { frames, began };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is drawn comes first", async () => {
  const { frames, began } = open({ hidden: false, drawn: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(began).not.toHaveBeenCalled();
  frames[0]?.();
  await Promise.resolve();
  expect(began, "the frame is drawn after its callbacks").not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(began).toHaveBeenCalledOnce();
});

test("a browser that draws nothing does not keep the page waiting", async () => {
  const { began } = open({ hidden: false, drawn: false });
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(began).toHaveBeenCalledOnce();
});

test.each([
  { hidden: true, drawn: false },
  { hidden: false, drawn: true },
])("nothing to wait for: %o", async (tab) => {
  const { frames, began } = open(tab);
  await Promise.resolve();
  expect(frames).toEqual([]);
  expect(began).toHaveBeenCalledOnce();
});

// Which scripts may be loaded by address.

const PAGE = "https://kessel.example/t/abc";

test.each(["/assets/worker-1.js", "https://kessel.example/sw.js", "../sw.js"])(
  "%s is ours",
  (url) => {
    expect(ownScript(url, PAGE)).toBe(url);
  },
);

test.each([
  "https://evil.example/worker.js",
  "//evil.example/worker.js",
  "http://kessel.example/sw.js",
  "data:text/javascript,1.js",
  "blob:https://evil.example/1.js",
  "/api/games/x/record",
])("%s is not", (url) => {
  expect(ownScript(url, PAGE)).toBeNull();
});

test("the policy is the default one, for scripts by address and for nothing else", () => {
  const createPolicy = vi.fn();
  trustOwnScripts({ trustedTypes: { createPolicy }, location: { href: PAGE } } as never);
  const [name, rules] = createPolicy.mock.calls[0] as [string, Record<string, unknown>];
  expect(name).toBe("default");
  expect(Object.keys(rules)).toEqual(["createScriptURL"]);
  trustOwnScripts({ location: { href: PAGE } } as never); // a browser without
});

test("the engine's policy lets written functions through, and fetches no script from elsewhere", () => {
  const createPolicy = vi.fn();
  trustEngine({ trustedTypes: { createPolicy }, location: { href: PAGE } });
  const [, rules] = createPolicy.mock.calls[0] as [
    string,
    Record<string, (text: string) => unknown>,
  ];
  expect(rules.createScript?.("return 1")).toBe("return 1");
  expect(rules.createScriptURL?.("https://evil.example/worker.js")).toBeNull();
});
