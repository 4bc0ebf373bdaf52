/** Dice by their names: those that this page knows, and all others. */

import { expect, test } from "vitest";
import { isSameKind, kindOf, standsIn } from "../../src/proof/kinds";
import { DICE } from "../../src/protocol";
import { NATIVE } from "./server";

const ARM = `${DICE.native}aarch64`;

test.each([
  [DICE.portable, "portable"],
  [DICE.ideal, "ideal"],
  [NATIVE, "native"],
  [`${DICE.portable} gravity=1`, null],
  [DICE.portable.slice(0, -1), null],
  ["portable-2 mujoco-3.14.0 wasm-2d380f1070a5", null],
  ["ideal-1 strike=0.3 loss=0.9", null],
  ["ideal-2 strike=0.3 loss=0.02", null],
  [`${DICE.ideal} loss=0.9`, null],
  ["physics-2 mujoco-9.0.0 x86_64", null],
  ["physics", null],
  ["loaded-1", null],
  ["", null],
])("%s: %s", (name, kind) => {
  expect(kindOf(name)).toBe(kind);
});

test("another machine throws with the same kind of dice", () => {
  expect(isSameKind(NATIVE, ARM)).toBe(true);
  expect(isSameKind(DICE.portable, DICE.portable)).toBe(true);
  expect(isSameKind(DICE.portable, NATIVE)).toBe(false);
  expect(isSameKind(NATIVE, DICE.ideal)).toBe(false);
  expect(isSameKind("loaded", "loaded")).toBe(false);
});

test("only for physics do ideal dice stand in", () => {
  expect(standsIn(DICE.portable, DICE.ideal)).toBe(true);
  expect(standsIn(NATIVE, DICE.ideal)).toBe(true);
  expect(standsIn(DICE.portable, NATIVE)).toBe(false);
  expect(standsIn(DICE.ideal, DICE.ideal)).toBe(false);
});
