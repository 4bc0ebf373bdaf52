/** A record held against the lines that were seen: any difference names its throw. */

import { expect, test } from "vitest";
import { beginLedger, follow } from "../../src/fairness/ledger";
import { differsAt, recordLines } from "../../src/fairness/record";
import { House, hand } from "./house";

const house = new House();
house.throw();
house.add({ type: "end", seat: 0 });
house.throw(hand(1));
const [first = "", ...rest] = house.lines;
const ledger = rest.reduce(follow, beginLedger(first));

function noted(text: string): string {
  const [, kind, value] = /^\{"type":"(\w+)",?(.*)$/.exec(text) ?? [];
  return `  @ ${kind} {${value}`;
}

/** A record as the server writes it, moves and events left out. */
function recordOf(lines: readonly string[], begun = ledger.begun): string {
  return [
    "kessel record 1",
    `note mark ${begun.slice(0, 32)} 00000000 00000000`,
    "",
    "1. 0 throw",
    ...lines.map(noted),
    `  @ mark ${ledger.digest.slice(0, 32)} 00000000`,
    "",
  ].join("\n");
}

test("the lines come back as they were written", () => {
  expect(recordLines(recordOf(rest))).toEqual(rest);
  expect(recordLines("  @ end {}")).toEqual(['{"type":"end"}']);
});

test("the record of the game that was seen", () => {
  expect(differsAt(recordOf(rest), ledger)).toBeNull();
});

test("a changed line, one too few, one too many, another beginning", () => {
  const last = rest.length - 1;
  const mended = rest.map((text, n) =>
    n === last ? text.replace('"cocked":0', '"cocked":1') : text,
  );
  expect(differsAt(recordOf(mended), ledger)).toBe(1);
  expect(differsAt(recordOf(rest.slice(0, -1)), ledger)).toBe(1);
  expect(differsAt(recordOf([...rest, '{"type":"end","seat":0}']), ledger)).toBe(2);
  expect(differsAt(recordOf(rest, "f".repeat(64)), ledger)).toBe(0);
  expect(differsAt("", ledger)).toBe(0);
});
