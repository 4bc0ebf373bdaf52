/** Stars for early answers; what was missed comes back; nothing is asked twice in a row. */

import { describe, expect, test } from "vitest";
import { type Attempt, isAttempt, missedIn, nextOf, starsOf } from "../../src/memory/attempts";

function answers(...given: readonly (readonly [puzzle: string, right: boolean])[]): Attempt[] {
  return given.map(([puzzle, right], when) => ({ puzzle, right, when, choice: "stop" }));
}

test.each([
  [[], 0],
  [[true], 3],
  [[false], 0],
  [[false, true], 2],
  [[false, false, true], 1],
  [[false, false, false, false, true], 1],
  [[true, false], 3],
])("%j gives %i stars", (tries, stars) => {
  const given = tries.map((right): [string, boolean] => ["a", right]);
  expect(starsOf(answers(["b", true], ...given), "a")).toBe(stars);
});

test("missed is what was answered wrongly last, the oldest first", () => {
  const given = answers(["a", false], ["b", false], ["c", true], ["a", false], ["b", true]);
  expect(missedIn(given)).toEqual(["a"]);
  expect(missedIn(answers(["a", false], ["b", false]))).toEqual(["a", "b"]);
  expect(missedIn([])).toEqual([]);
});

describe("what comes next", () => {
  const ALL = ["a", "b", "c", "d", "e"];

  test("the first that is new", () => {
    expect(nextOf(ALL, [], null)).toBe("a");
    expect(nextOf(ALL, answers(["a", true]), "a")).toBe("b");
  });

  test("a missed one comes back after three others, before new ones", () => {
    const early = answers(["a", false], ["b", true], ["c", true]);
    expect(nextOf(ALL, early, "c")).toBe("d");
    expect(nextOf(ALL, [...early, ...answers(["d", true])], "d")).toBe("a");
  });

  test("without new ones missed ones come at once, but never the same again", () => {
    const some = answers(["a", true], ["b", true], ["c", true], ["d", false], ["e", false]);
    expect(nextOf(ALL, some, "e")).toBe("d");
    expect(nextOf(["a", "b"], answers(["a", true], ["b", false]), "b")).toBeNull();
    expect(nextOf(["a"], answers(["a", true]), null)).toBeNull();
  });

  test("puzzles that are no more are not asked", () => {
    expect(nextOf(["b"], answers(["gone", false], ["b", true]), null)).toBeNull();
  });
});

test("only answers are kept", () => {
  expect(isAttempt({ puzzle: "a", choice: "stop", right: true, when: 1 })).toBe(true);
  for (const other of [null, 1, "a", {}, { puzzle: "a", choice: "stop", right: 1, when: 1 }])
    expect(isAttempt(other)).toBe(false);
});
