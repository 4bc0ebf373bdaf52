/** Counting how the dice lie at a real box. */

import { expect, test } from "vitest";
import {
  correctedTally,
  entry,
  matching,
  missingDice,
  tallyOf,
  tapped,
} from "../../../src/screens/referee/tally";

test("what lay before is counted already; the thrown die is missing", () => {
  const before = ["4", "6", ["2", "3"]];
  const tally = tallyOf(before);
  expect(tally).toMatchObject({ counts: { "4": 1, "6": 1 }, standing: ["2", "3"], out: 0 });
  expect(missingDice(tally, before, 1)).toBe(1);
  expect(missingDice(tapped(tally, "6", 1), before, 1)).toBe(0);
  expect(missingDice({ ...tapped(tally, "6", 1), out: 1 }, before, 1)).toBe(-1);
});

test("no face is counted below nothing", () => {
  expect(tapped(tallyOf([]), "5", -1).counts).toEqual({ "5": 0 });
});

test("a tower that stands is entered as one piece, one that fell as loose dice", () => {
  const tally = tallyOf(["4", ["2", "3"]]);
  expect(entry(tally, { unit: 1 }, false).after).toEqual(["4", ["2", "3"]]);
  const fallen = tapped(tapped({ ...tally, standing: [] }, "2", 1), "3", 1);
  expect([...(entry(fallen, { unit: 1 }, false).after as string[])].sort()).toEqual([
    "2",
    "3",
    "4",
  ]);
});

test("matching dice are left only where the rules allow it, and only while they match", () => {
  const tally = { ...tallyOf(["4", "4", "6"]), left: ["4", "6"] };
  expect(matching(tally)).toEqual(["4"]);
  expect(entry(tally, { unit: 1 }, true)).toMatchObject({ throw: 1, out: 0, leave: ["4"] });
  expect(entry(tally, { unit: 1 }, false)).not.toHaveProperty("leave");
});

test("a throw that was taken back comes back to be corrected, another one does not", () => {
  const taken = { throw: "pile:0", after: ["4"], out: 1 };
  expect(correctedTally({ unit: "pile:0" }, taken)).toMatchObject({ counts: { "4": 1 }, out: 1 });
  expect(correctedTally({ unit: 1 }, taken)).toBeNull();
  expect(correctedTally({ extra: { Ann: 1 } }, taken)).toBeNull();
  const along = { extra: { Ann: 1 }, after: ["6"], out: 0 };
  expect(correctedTally({ extra: { Ann: 1 } }, along)).toMatchObject({ counts: { "6": 1 } });
  expect(correctedTally({ unit: 1 }, null)).toBeNull();
});
