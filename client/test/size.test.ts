/** No function is longer than one screen: read with the parser that builds the page. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
/** Lines, from the first to the last of the function. */
const LONGEST = 60;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** The functions in a piece of code that are too long, as "line: lines". */
function tooLong(name: string, code: string): string[] {
  const found: string[] = [];
  const lineOf = (offset: number) => code.slice(0, offset).split("\n").length;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      if (/Function/.test(value.type)) {
        const lines = code.slice(value.start, value.end).split("\n").length;
        if (lines > LONGEST) found.push(`${lineOf(value.start)}: ${lines}`);
      }
      Object.values(value).forEach(visit);
    }
  };
  const parsed = parseSync(name, code);
  expect(parsed.errors).toEqual([]);
  visit(parsed.program);
  return found;
}

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.tsx?$/.test(name),
);

test("there is something to look at", () => expect(files.length).toBeGreaterThan(50));

test("a function of 61 lines is found, one of 60 is not", () => {
  const body = (lines: number) => `const f = () => {\n${"go();\n".repeat(lines - 2)}};`;
  expect(tooLong("a.ts", body(60))).toEqual([]);
  expect(tooLong("a.ts", `\n${body(61)}`)).toEqual(["2: 61"]);
});

test.each(files)("%s", (name) => {
  expect(tooLong(name, readFileSync(join(SOURCES, name), "utf8"))).toEqual([]);
});
