/** Dice that are drawn against dice that lie: what the rules take is gone, nothing else differs. */

import { expect, test } from "vitest";
import { isLay, type LaidDie, liesAsLaid } from "../../src/proof/dice";
import type { DieView, PieceView } from "../../src/protocol";

function laid(die: number, face: string, x = 0): LaidDie {
  return { die, face, pose: [x, 0.02, 0.0095, 1, 0, 0, 0] };
}

function drawn(id: number, face: string, x = 0, z = 0.0095): DieView {
  return { id, face, pose: [x, 0.02, z, 1, 0, 0, 0] };
}

const piece = (...dice: DieView[]): PieceView => ({ dice });
const LAID = [laid(1, "4"), laid(2, "6", 0.05), laid(3, "X", 0.05)];

test("dice of a landing are read from all its spots", () => {
  const [one, two, three] = LAID;
  expect(isLay([[one], [two, three]])).toBe(true);
  expect(isLay([])).toBe(true);
});

test.each([
  ["nothing", undefined],
  ["no spots", [laid(1, "4")]],
  ["a die without a face", [[{ die: 1, pose: [0, 0, 0] }]]],
  ["a die without a place", [[{ die: 1, face: "4" }]]],
  ["a place in words", [[{ die: 1, face: "4", pose: ["0"] }]]],
  ["no die", [[null]]],
])("%s does not read", (_, lay) => {
  expect(isLay(lay)).toBe(false);
});

test("what the rules took is gone, what stood on it came down, the rest lies as it lay", () => {
  expect(liesAsLaid(LAID, [piece(drawn(1, "4", 0.000004))])).toBe(true);
  expect(liesAsLaid(LAID, [piece(drawn(1, "4")), piece(drawn(3, "X", 0.05, 0.03))])).toBe(true);
  expect(liesAsLaid(LAID, [])).toBe(true);
});

test.each([
  ["another face", drawn(1, "5")],
  ["another place", drawn(1, "4", 0.01)],
  ["a die that was not there", drawn(9, "4")],
])("%s is found", (_, die) => {
  expect(liesAsLaid(LAID, [piece(die)])).toBe(false);
});
