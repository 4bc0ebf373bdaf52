/** Whom one plays on a tap: as strong as the last games say. */

import { expect, test } from "vitest";
import { game } from "../memory/games";
import { stubPage } from "../page";

stubPage();
const { fitting } = await import("../../src/screens/opening");

const LEVELS = ["a", "b", "c", "d"];
const against = (level: string, won: boolean, kind: "bot" | "person" = "bot") =>
  game({ won, opponents: [{ kind, name: level }] });

test.each([
  ["nobody was played", [], "c"],
  ["whoever was chosen last stays", [against("a", false)], "a"],
  ["won twice", [against("b", true), against("b", true)], "c"],
  ["won twice, not in a row", [against("b", true), against("b", false), against("b", true)], "b"],
  ["won against two", [against("a", true), against("b", true)], "b"],
  ["lost three times", Array(3).fill(against("b", false)), "b"],
  ["lost four times", Array(4).fill(against("b", false)), "a"],
  ["nobody is stronger", [against("d", true), against("d", true)], "d"],
  ["nobody is weaker", Array(4).fill(against("a", false)), "a"],
  ["people count for nothing", [against("b", true), against("a", true, "person")], "b"],
  ["one who is not there", [against("z", true)], "c"],
] as const)("%s", (_, games, level) => {
  expect(fitting(LEVELS, games)).toBe(level);
  expect(fitting([], games)).toBeNull();
});
