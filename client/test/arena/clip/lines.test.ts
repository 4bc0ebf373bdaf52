import { expect, test } from "vitest";
import { broken } from "../../../src/arena/clip/painter";

const letters = (line: string) => line.length;

test("a sentence is broken between words, as few lines as it needs", () => {
  expect(broken("", 10, 3, letters)).toEqual([]);
  expect(broken("one two", 10, 3, letters)).toEqual(["one two"]);
  expect(broken("3 × Immobulus: they stay where they are", 16, 3, letters)).toEqual([
    "3 × Immobulus:",
    "they stay where",
    "they are",
  ]);
});

test("a word that is too long has a line of its own, and the last line takes the rest", () => {
  expect(broken("a Donaudampfschiff b", 6, 3, letters)).toEqual(["a", "Donaudampfschiff", "b"]);
  expect(broken("aa bb cc dd", 2, 3, letters)).toEqual(["aa", "bb", "cc dd"]);
});
