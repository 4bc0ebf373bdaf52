/** Imports point downwards: from layer to layer, and never in a circle, also where only a type is meant. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");

/** The layers of CONTRIBUTING.md, from top to bottom; what stands beside each other is strange to it. */
const LAYERS: readonly (readonly string[])[] = [
  ["main.tsx"],
  ["opening.ts"],
  ["app.tsx"],
  ["party"],
  ["screens"],
  ["lesson"],
  ["table"],
  ["controls"],
  ["session.ts"],
  ["attending.ts"],
  ["speech", "memory"],
  ["state.ts", "settings.ts", "route.ts"],
  ["proof"],
  ["hall"],
  ["engine"],
  ["net"],
  ["style", "trusted.ts"],
  ["game", "arena", "i18n", "fairness"],
  ["protocol.ts", "shapes.ts", "kept.ts"],
];
const AT_ONCE = /^(?:import|export)\b[^;]*?"(\.[^"]*)";/gm;
/** What is loaded later is no circle, but it has its layer. */
const LATER = /import\("(\.[^"]*)"\)/g;

/** The files among `all` that a file imports. */
function imports(
  file: string,
  code: string,
  all: ReadonlySet<string>,
  ...how: readonly RegExp[]
): string[] {
  const named = how.flatMap((one) => [...code.matchAll(one)]);
  return named.flatMap(([, path = ""]) => {
    const base = normalize(join(dirname(file), path));
    const found = ["", ".ts", ".tsx", "/index.ts"].map((end) => base + end);
    return found.filter((name) => all.has(name)).slice(0, 1);
  });
}

/** How deep a file lies, counted in layers from the top. */
function depth(file: string): number {
  const [room = ""] = file.split("/");
  return LAYERS.findIndex((rooms) => rooms.includes(room));
}

/** Whether an import stays in its room or goes down. */
function isDown(from: string, to: string): boolean {
  return from.split("/")[0] === to.split("/")[0] || depth(from) < depth(to);
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
      AT_ONCE,
    ),
  ).toEqual(["b.ts", "x/c.tsx"]);
});

function graph(...how: readonly RegExp[]): Map<string, string[]> {
  const read = (file: string) => readFileSync(join(SOURCES, file), "utf8");
  return new Map([...files].map((file) => [file, imports(file, read(file), files, ...how)]));
}

test("there is none here", () => {
  const all = graph(AT_ONCE);
  expect(files.size).toBeGreaterThan(50);
  expect([...all.values()].flat().length).toBeGreaterThan(200);
  expect(circle(all)).toBeNull();
});

test("a way up is found, and one to the side", () => {
  expect(isDown("table/view.tsx", "game/table.ts")).toBe(true);
  expect(isDown("table/view.tsx", "table/aim.ts")).toBe(true);
  expect(isDown("table/view.tsx", "screens/rules.tsx")).toBe(false);
  expect(isDown("speech/said.ts", "memory/shelf.ts")).toBe(false);
  const later = 'const Report = late(() => import("../screens/report"));';
  expect(imports("table/view.tsx", later, files, LATER)).toEqual(["screens/report.tsx"]);
});

test("every file has its layer, and imports only from below", () => {
  expect([...files].filter((file) => depth(file) < 0)).toEqual([]);
  const up = [...graph(AT_ONCE, LATER)].flatMap(([from, all]) =>
    all.filter((to) => !isDown(from, to)).map((to) => `${from} -> ${to}`),
  );
  expect(up).toEqual([]);
});
