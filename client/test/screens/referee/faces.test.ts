/** The pad by keyboard. */

import { expect, test } from "vitest";
import { faceOf, keyOf } from "../../../src/screens/referee/faces";

const press = (key: string, more: object = {}) =>
  ({ key, target: { closest: () => null }, ...more }) as unknown as KeyboardEvent;

test("a die is tapped by its sign, a symbol by its place", () => {
  expect(["2", "6", "X"].map(keyOf)).toEqual(["2", "6", "X"]);
  expect(["fire", "water", "X"].map(keyOf)).toEqual(["1", "2", "X"]);
  expect(faceOf(press("x"), ["2", "X"])).toBe("X");
  expect(faceOf(press("2"), ["fire", "water"])).toBe("water");
  expect(faceOf(press("7"), ["fire", "water"])).toBeUndefined();
});

test("keys that mean something else tap nothing", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey", "repeat"])
    expect(faceOf(press("2", { [held]: true }), ["2"])).toBeUndefined();
  const typing = { target: { closest: () => ({}) } };
  expect(faceOf(press("2", typing), ["2"])).toBeUndefined();
});
