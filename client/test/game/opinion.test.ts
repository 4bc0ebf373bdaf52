import { expect, test } from "vitest";
import { opinionOf } from "../../src/game/opinion";
import type { ThrowOdds } from "../../src/protocol";

const firm = { unit: "1", strength: "firm" } as ThrowOdds["action"];
const throws = (chance: number): ThrowOdds[] => [{ action: firm, chance }];

test.each([
  [0.5, 0.505, "same"],
  [0.5, 0.53, "throw.little"],
  [0.5, 0.6, "throw.much"],
  [0.53, 0.5, "stop.little"],
  [0.6, 0.5, "stop.much"],
] as const)("stopping wins %f, throwing %f: %s", (stop, chance, opinion) => {
  expect(opinionOf({ stop, throws: throws(chance) })).toBe(opinion);
});

test("where one must throw or must stop there is no opinion", () => {
  expect(opinionOf({ stop: null, throws: throws(0.5) })).toBeNull();
  expect(opinionOf({ stop: 0.5, throws: [] })).toBeNull();
});
