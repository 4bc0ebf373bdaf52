/** Breakpoints: one list for style sheets and code, and none beside it. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { QUERIES } from "../../src/style/screen";

const SOURCES = join(import.meta.dirname, "../../src");
const read = (name: string) => readFileSync(join(SOURCES, name), "utf8");
const named = new Map(
  [...read("style/breakpoints.css").matchAll(/@custom-media --(\S+) ([^;]+);/g)].map(
    ([, name = "", query = ""]) => [name, query],
  ),
);
const sheets = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".css") && name !== "style/breakpoints.css",
);

test("there is something to look at", () => {
  expect(named.size).toBeGreaterThan(4);
  expect(sheets.length).toBeGreaterThan(20);
});

test.each(Object.entries(QUERIES))("code and style sheets mean the same by %s", (name, query) => {
  expect(named.get(name)).toBe(query);
});

test.each(sheets)("%s names its breakpoints", (name) => {
  const queries = [...read(name).matchAll(/@media ([^{]+)\{/g)].map(([, query = ""]) =>
    query.trim(),
  );
  const measured = queries.filter((query) =>
    /\b(width|height|aspect-ratio|orientation)\b/.test(query),
  );
  const unknown = queries
    .flatMap((query) => query.match(/--[\w-]+/g) ?? [])
    .filter((one) => !named.has(one.slice(2)));
  expect([...measured, ...unknown]).toEqual([]);
});

test("what all screens share lies in a layer, so that no order of files lets it win", () => {
  const shared = [
    ...read("style/page.css").matchAll(/@import "\.\/(\w+)\.css"( layer\(base\))?;/g),
  ];
  const layered = shared.filter(([, , layer]) => layer).map(([, name]) => name);
  expect(layered).toEqual(["base", "buttons", "fields"]);
  const loose = sheets.filter((name) => name.startsWith("style/")).map((name) => name.slice(6, -4));
  expect(shared.map(([, name]) => name).sort()).toEqual(
    loose.filter((one) => one !== "page").sort(),
  );
});
