/** The opponents, each with a look of their own; company without anybody twice. */

import { expect, test } from "vitest";
import { botName, company, isLevel, LOOKS } from "../../src/game/characters";
import { LEVELS } from "../../src/protocol";

test("no two look alike", () => {
  const looks = LEVELS.map((level) => LOOKS[level]);
  for (const part of ["colour", "hairShape", "lines", "worn"] as const)
    expect(new Set(looks.map((one) => one[part])).size).toBe(LEVELS.length);
});

test("one from elsewhere keeps its own name", () => {
  expect(botName("master")).toBe("Falk");
  expect(botName("Honest")).toBe("Honest");
  expect([isLevel("rule"), isLevel("Honest"), isLevel(null)]).toEqual([true, false, false]);
});

test("whoever was chosen comes first, then those nearest in strength, nobody twice", () => {
  const five = ["first", "second", "third", "fourth", "fifth"];
  expect(company(five, "third", 4)).toEqual(["third", "second", "fourth", "first"]);
  expect(company(five, "fifth", 2)).toEqual(["fifth", "fourth"]);
  expect(company(LEVELS, null, 1)).toEqual(LEVELS.slice(0, 1));
  expect(company(["Honest"], "Honest", 2)).toEqual(["Honest", "Honest"]);
  expect(company([], "rule", 2)).toEqual([]);
});
