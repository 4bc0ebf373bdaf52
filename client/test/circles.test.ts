/** Files import each other in one direction only, also where only a type is meant. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");

/** The files among `all` that a file imports at once: what is loaded later is no circle. */
function imports(file: string, code: string, all: ReadonlySet<string>): string[] {
  const named = [...code.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]*)";/gm)];
  return named.flatMap(([, path = ""]) => {
    const base = normalize(join(dirname(file), path));
    const found = ["", ".ts", ".tsx", "/index.ts"].map((end) => base + end);
    return found.filter((name) => all.has(name)).slice(0, 1);
  });
}

/** The first way that leads back to where it began. */
function circle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const found = visit(next, [...way, file]);
      if (found) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return null;
}

const files = new Set(
  readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  ),
);

test("a circle is found", () => {
  expect(
    circle(
      new Map([
        ["a", ["b"]],
        ["b", ["c"]],
        ["c", ["b"]],
      ]),
    ),
  ).toEqual(["b", "c", "b"]);
  expect(
    imports(
      "x/a.ts",
      'import { b } from "../b";\nimport type {\n  C\n} from "./c";',
      new Set(["b.ts", "x/c.tsx"]),
    ),
  ).toEqual(["b.ts", "x/c.tsx"]);
});

test("there is none here", () => {
  expect(existsSync(SOURCES) && files.size).toBeGreaterThan(50);
  const graph = new Map(
    [...files].map((file) => [
      file,
      imports(file, readFileSync(join(SOURCES, file), "utf8"), files),
    ]),
  );
  expect([...graph.values()].flat().length).toBeGreaterThan(200);
  expect(circle(graph)).toBeNull();
});
