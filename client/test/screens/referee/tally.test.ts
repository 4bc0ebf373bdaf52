/** How the dice lie at a real box, die by die. */

import { expect, test } from "vitest";
import {
  correctedTally,
  entry,
  freshTally,
  matching,
  missingDice,
  OUT,
  type ThrowTally,
  tapDie,
  tapFace,
  tapTower,
} from "../../../src/screens/referee/tally";

const ONE = { unit: 1 };
const tapAll = (tally: ThrowTally, ...faces: string[]) => faces.reduce(tapFace, tally);

test("what lay before is told already; the thrown die is missing", () => {
  const at = { before: ["4", "6", ["2", "3"]], count: 1 };
  const tally = freshTally(at);
  expect(tally).toEqual({ dice: ["4", "6", null], standing: ["2", "3"], left: [] });
  expect(missingDice(tally)).toBe(1);
  const told = tapFace(tally, "6");
  expect(missingDice(told)).toBe(0);
  expect(tapFace(told, "5")).toBe(told); // there are never too many
});

test("a lying die that was turned is tapped, and told anew", () => {
  const at = { before: ["4", "6"], count: 1 };
  const turned = tapDie(freshTally(at), 0, at);
  expect(missingDice(turned)).toBe(2);
  const told = tapAll(turned, "2", "X");
  expect(entry(told, ONE, false)).toEqual({ throw: 1, after: ["2", "6", "X"], out: 0 });
});

test("a lying die that was tapped by mistake shows what it showed", () => {
  const at = { before: ["4", "6"], count: 1 };
  const tally = freshTally(at);
  expect(tapDie(tapDie(tally, 1, at), 1, at)).toEqual(tally);
});

test("a thrown die that was told wrong is told anew", () => {
  const at = { before: ["4"], count: 2 };
  const told = tapAll(freshTally(at), "5", "3");
  expect(tapDie(told, 1, at).dice).toEqual(["4", null, "3"]);
});

test("a die that left the box does not lie there", () => {
  const at = { before: ["4"], count: 1 };
  const told = tapAll(tapDie(freshTally(at), 0, at), OUT, OUT);
  expect(entry(told, ONE, false)).toEqual({ throw: 1, after: [], out: 2 });
  expect(matching(told)).toEqual([]);
});

test("a tower that stands is entered as one piece, one that fell die by die", () => {
  const at = { before: ["4", ["2", "3"]], count: 1 };
  const tally = tapFace(freshTally(at), "5");
  expect(entry(tally, ONE, false).after).toEqual(["4", "5", ["2", "3"]]);
  const fallen = tapTower(tally, at);
  expect(missingDice(fallen)).toBe(2);
  expect(entry(tapAll(fallen, "6", "X"), ONE, false).after).toEqual(["4", "5", "6", "X"]);
  expect(tapTower(fallen, at)).toEqual(tally);
});

test("matching dice are left only where the rules allow it, and only while they match", () => {
  const tally = { ...freshTally({ before: ["4", "4", "6"], count: 0 }), left: ["4", "6"] };
  expect(matching(tally)).toEqual(["4"]);
  expect(entry(tally, ONE, true)).toMatchObject({ throw: 1, out: 0, leave: ["4"] });
  expect(entry(tally, ONE, false)).not.toHaveProperty("leave");
});

test("a throw that was taken back comes back to be corrected, another one does not", () => {
  const at = { before: ["4", "6"], count: 2 };
  const taken = { throw: "pile:0", after: ["5", "4", "2"], out: 1, leave: ["5"] };
  expect(correctedTally(at, { unit: "pile:0" }, taken)).toEqual({
    dice: ["4", "5", "2", OUT], // the 6 was turned, and a thrown die flew out
    standing: [],
    left: ["5"],
  });
  expect(correctedTally(at, ONE, taken)).toBeNull();
  expect(correctedTally(at, { extra: { Ann: 1 } }, taken)).toBeNull();
  const along = { extra: { Ann: 1 }, after: ["6", "4", "3"], out: 1 };
  expect(correctedTally(at, { extra: { Ann: 1 } }, along)?.dice).toEqual(["4", "6", "3", OUT]);
  expect(correctedTally(at, ONE, null)).toBeNull();
});

test("a tower comes back as it was entered: standing or fallen", () => {
  const at = { before: ["4", ["2", "3"]], count: 1 };
  const stood = { throw: 1, after: ["4", "5", ["2", "3"]], out: 0 };
  expect(correctedTally(at, ONE, stood)).toEqual({
    dice: ["4", "5"],
    standing: ["2", "3"],
    left: [],
  });
  const fell = { throw: 1, after: ["4", "5", "2"], out: 1 };
  expect(correctedTally(at, ONE, fell)).toEqual({
    dice: ["4", "5", "2", OUT],
    standing: [],
    left: [],
  });
});
