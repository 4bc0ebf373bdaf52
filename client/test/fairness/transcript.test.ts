/** The running hash over a game's lines, and its eight signs. */

import { expect, test } from "vitest";
import { addLine, NO_LINES, sealOf } from "../../src/fairness/transcript";
import { known } from "./known";

test("the digest and the seal are Python's", () => {
  const digest = known.lines.reduce(addLine, NO_LINES);
  expect(digest).toBe(known.digest);
  expect(sealOf(digest)).toBe(known.seal);
});

test("another line, or another order, gives another digest", () => {
  const [first = "", second = ""] = known.lines;
  expect([second, first].reduce(addLine, NO_LINES)).not.toBe(known.digest);
  expect(addLine(NO_LINES, `${first} `)).not.toBe(addLine(NO_LINES, first));
});
