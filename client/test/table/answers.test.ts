/** Whatever the game can ask, the page has a control for: read from the sources, without a browser. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../../src");
const protocol = readFileSync(join(SOURCES, "protocol.ts"), "utf8");
const code = ["table", "party"]
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
  const table = /const CONTROLS[^=]*= \{([^}]*)\}/.exec(code)?.[1] ?? "";
  const control = new RegExp(`\\b${kind}: (\\w+)`).exec(table)?.[1];
  if (kind === "flying" || kind === "over") expect(control).toBe("null");
  else expect(code).toContain(`function ${control}(`);
});

test.each(answers)("%s is sent by something on the page", (type) => {
  expect(code).toContain(`type: "${type}"`);
});

test.each(["start", "end", "collect", "accio", "stack"])("%s is a move of the page", (word) => {
  expect(code).toMatch(new RegExp(`\\banswer\\([^;]*["\`]${word}\\b`));
});
