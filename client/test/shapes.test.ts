/** What comes from elsewhere has the shape that its type says, or none. */

import { expect, test } from "vitest";
import {
  type Check,
  isCount,
  isNumber,
  isText,
  listOf,
  maybe,
  oneOf,
  orNull,
  shapeOf,
  tupleOf,
  where,
} from "../src/shapes";

const part = shapeOf({ name: isText, age: maybe(isNumber) });

test.each<[string, Check<unknown>, unknown[], unknown[]]>([
  ["one of some", oneOf(["a", 1]), ["a", 1], ["b", "1", null]],
  ["a count", isCount, [0, -1], [0.5, "1", 2 ** 60]],
  ["what may be null", orNull(isText), ["", null], [undefined, 1]],
  ["only some", where(isText, (text) => text.length === 1), ["a"], ["", "ab", 1]],
  ["a list", listOf(isText, 2), [[], ["a", "b"]], [["a", "b", "c"], [1], { length: 0 }, "ab"]],
  ["a tuple", tupleOf(isText, isNumber), [["a", 1]], [["a"], ["a", 1, 2], [1, "a"], {}]],
  ["an object", part, [{ name: "a" }, { name: "a", age: 1, more: 0 }], [{}, { age: 1 }, [], null]],
  ["a part left out", part, [{ name: "a", age: undefined }], [{ name: "a", age: null }]],
])("%s", (_, is, good, bad) => {
  for (const value of good) expect(is(value), JSON.stringify(value)).toBe(true);
  for (const value of bad) expect(is(value), JSON.stringify(value)).toBe(false);
});
