/** Dice by their names: those that are honest, and those that are loaded. */

import { expect, test } from "vitest";
import { isHonest, isSameKind, standsIn } from "../../src/fairness/kinds";
import { IDEAL, PHYSICS } from "./server";

test.each([
  [PHYSICS, true],
  ["portable-1 mujoco-3.14.0 wasm-2d380f1070a5", true],
  ["physics-3 mujoco-5.1.0 AMD64", true],
  [IDEAL, true],
  ["ideal-1 strike=0.3 loss=0.02", true],
  ["ideal-1 strike=0.3 loss=0.9", false],
  ["ideal-1 strike=0.3 loss=0.02 loss=0.9", false],
  ["ideal-1 strike=0.3", false],
  ["ideal-1", false],
  ["physics-2 mujoco-4.0.0 x86_64 gravity=1", false],
  ["portable-1 gravity=1", false],
  ["portable", false],
  ["physics", false],
  ["loaded-1", false],
  ["", false],
])("%s: %s", (name, honest) => {
  expect(isHonest(name)).toBe(honest);
});

test("another machine throws with the same kind of dice", () => {
  expect(isSameKind(PHYSICS, "physics-2 mujoco-4.0.0 aarch64")).toBe(true);
  expect(isSameKind(PHYSICS, "portable-1 mujoco-3.14.0 wasm-2d380f1070a5")).toBe(true);
  expect(isSameKind(IDEAL, "ideal-1 strike=0.3 loss=0.02")).toBe(true);
  expect(isSameKind(PHYSICS, IDEAL)).toBe(false);
  expect(isSameKind(IDEAL, PHYSICS)).toBe(false);
  expect(isSameKind(IDEAL, "ideal-1 strike=0.9 loss=0.02")).toBe(false);
});

test("only for physics do ideal dice stand in", () => {
  expect(standsIn(PHYSICS, IDEAL)).toBe(true);
  expect(standsIn(PHYSICS, "physics-1 mujoco-1.0.0 x86_64")).toBe(false);
  expect(standsIn(PHYSICS, "ideal-1 strike=0.3 loss=0.9")).toBe(false);
  expect(standsIn(IDEAL, "ideal-1 strike=0.3 loss=0.02")).toBe(false);
});
