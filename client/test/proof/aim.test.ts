/** An aim is signed as the table would bring it into range. */

import { expect, test } from "vitest";
import { aimNumbers, clampedAim } from "../../src/proof/aim";
import { AIM } from "./server";

test("what a hand can do stays as it is", () => {
  expect(clampedAim(AIM)).toEqual(AIM);
  expect(clampedAim({ ...AIM, side: -Math.PI }).side).toBe(-Math.PI);
});

test("what it cannot is brought back, and a side has one name", () => {
  expect(clampedAim({ x: 9, y: -9, side: 4, speed: 9, height: 0, spin: -1 })).toEqual({
    x: 0.15,
    y: -0.15,
    side: 4 - 2 * Math.PI,
    speed: 4,
    height: 0.075,
    spin: 0,
  });
});

test("a zero has one sign", () => {
  expect(Object.is(clampedAim({ ...AIM, x: -0 }).x, 0)).toBe(true);
});

test("its numbers have one order", () => {
  const { x, y, side, speed, height, spin } = AIM;
  expect(aimNumbers({ spin, height, speed, side, y, x })).toEqual([
    x,
    y,
    side,
    speed,
    height,
    spin,
  ]);
});
