/** A record held against the lines that were seen: any difference names its throw. */

import { expect, test } from "vitest";
import { beginLedger, follow } from "../../src/proof/audit";
import { differsAt, isFinished, recordLines } from "../../src/proof/comparing";
import { cast, recordOf, Server } from "./server";

const server = new Server();
server.throw();
server.answer(0, "end");
server.throw(cast(1));
const [first = "", ...rest] = server.lines;
const ledger = rest.reduce(follow, beginLedger(first));

test("the lines come back as they were written", () => {
  expect(recordLines(recordOf(server.lines))).toEqual(rest);
  expect(recordLines("  @ end {}")).toEqual(['{"type":"end"}']);
});

test("the record of the game that was seen", () => {
  expect(differsAt(recordOf(server.lines), ledger)).toBeNull();
});

test("a changed line, one too few, one too many, another beginning", () => {
  const last = rest.length - 1;
  const mended = rest.map((text, n) =>
    n === last ? text.replace('"cocked":0', '"cocked":1') : text,
  );
  expect(differsAt(recordOf([first, ...mended]), ledger)).toBe(1);
  expect(differsAt(recordOf(server.lines.slice(0, -1)), ledger)).toBe(1);
  expect(differsAt(recordOf([...server.lines, '{"type":"end","seat":0}']), ledger)).toBe(2);
  expect(differsAt(recordOf(server.lines, "A", "f".repeat(64)), ledger)).toBe(0);
  expect(differsAt("", ledger)).toBe(0);
});

test("a beginning of which too little is told to know it by", () => {
  const text = recordOf(server.lines);
  const short = text.replace(ledger.begun.slice(0, 32), ledger.begun.slice(0, 1));
  expect(short).not.toBe(text);
  expect(differsAt(short, ledger)).toBe(0);
});

test("a record is finished with a result, as its last line", () => {
  expect(isFinished(recordOf(server.lines))).toBe(true);
  expect(isFinished(recordOf(server.lines, "A,B"))).toBe(true);
  expect(isFinished(recordOf(server.lines, "-"))).toBe(true);
  expect(isFinished(recordOf(server.lines, "unfinished"))).toBe(false);
  expect(isFinished(`${recordOf(server.lines)}result unfinished\n`)).toBe(false);
  expect(isFinished("")).toBe(false);
});
