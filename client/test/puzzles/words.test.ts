/** Every puzzle of the book has words for its question, its choices and its reason, in six languages. */

import { expect, test } from "vitest";
import { LANGUAGES, type Language, speak } from "../../src/i18n";
import { book, openBook, sharesOf } from "../../src/puzzles/puzzle";
import { choiceName, questionOf, reasonOf } from "../../src/puzzles/words";
import { stubPage } from "../page";

stubPage();

test.each(Object.keys(LANGUAGES) as Language[])("%s", async (name) => {
  await speak(name);
  await openBook();
  const puzzles = book.value?.puzzles ?? [];
  expect(puzzles.length).toBeGreaterThanOrEqual(40);
  for (const puzzle of puzzles) {
    const choices = puzzle.choices.map((choice) => choiceName(puzzle, choice.name));
    expect(new Set(choices).size).toBe(choices.length);
    for (const text of [questionOf(puzzle), reasonOf(puzzle), ...choices]) {
      expect(text).not.toMatch(/[{}]/);
      expect(text.length).toBeGreaterThan(1);
    }
  }
});

test("the best choice has the greatest share", () => {
  for (const puzzle of book.value?.puzzles ?? []) {
    const shares = sharesOf(puzzle, book.value?.throws ?? 1);
    const most = Math.max(...shares.values());
    expect(shares.get(puzzle.best)).toBe(most);
    expect(most).toBeLessThanOrEqual(1);
  }
});
