/** The sources themselves: what they import, how long their functions are, and that the page has a control for all that is asked. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test, vi } from "vitest";

// Importing a file of the page does nothing: no line, no timer, no effect, nothing read or
// written.

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

// No function is longer than one screen: read with the parser that builds the page.

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

const written = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.tsx?$/.test(name),
);

test("there is something to look at", () => expect(written.length).toBeGreaterThan(50));

test("a function of 61 lines is found, one of 60 is not", () => {
  const body = (lines: number) => `const f = () => {\n${"go();\n".repeat(lines - 2)}};`;
  expect(tooLong("a.ts", body(60))).toEqual([]);
  expect(tooLong("a.ts", `\n${body(61)}`)).toEqual(["2: 61"]);
});

test.each(written)("%s", (name) => {
  expect(tooLong(name, readFileSync(join(SOURCES, name), "utf8"))).toEqual([]);
});

// Whatever the game can ask, the page has a control for: read from the sources, without a
// browser.

const protocol = readFileSync(join(SOURCES, "protocol.ts"), "utf8");
const tableCode = ["table", "party"]
  .flatMap((room) =>
    readdirSync(join(SOURCES, room), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(SOURCES, room, name), "utf8")),
  )
  .join("");

/** Bodies of the interfaces of a union, by their tags. */
function members(union: string, tag: string): Map<string, string> {
  const names = protocol.split(`export type ${union} =`)[1]?.split(";")[0]?.match(/\w+/g) ?? [];
  return new Map(
    names.map((name) => {
      const body = protocol.split(`export interface ${name} {`)[1]?.split("\n}")[0] ?? "";
      return [new RegExp(`${tag}: "(\\w+)"`).exec(body)?.[1] ?? name, body];
    }),
  );
}

const asked = [...members("AwaitedView", "kind").keys()];
const answers = [...members("ClientMessage", "type")]
  .filter(([, body]) => body.includes("seat: number") && body.includes("state: number"))
  .map(([type]) => type);

test("there is something to look at", () => {
  expect(asked).toContain("accio");
  expect(asked.length).toBeGreaterThanOrEqual(10);
  expect(answers).toContain("keep");
  expect(answers.length).toBeGreaterThanOrEqual(8);
});

test.each(asked)("%s has its control", (kind) => {
  const table = /const CONTROLS[^=]*= \{([^}]*)\}/.exec(tableCode)?.[1] ?? "";
  const control = new RegExp(`\\b${kind}: (\\w+)`).exec(table)?.[1];
  if (kind === "flying" || kind === "over") expect(control).toBe("null");
  else expect(tableCode).toContain(`function ${control}(`);
});

test.each(answers)("%s is sent by something on the page", (type) => {
  expect(tableCode).toContain(`type: "${type}"`);
});

test.each(["start", "end", "collect", "accio", "stack"])("%s is a move of the page", (word) => {
  expect(tableCode).toMatch(new RegExp(`\\banswer\\([^;]*["\`]${word}\\b`));
});
