/** The worker that keeps the page keeps all that a browser asks for by itself. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { offlineShell } from "../vite.config";

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
