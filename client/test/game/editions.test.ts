/** What the page takes from the rules about each edition. */

import { expect, test } from "vitest";
import {
  agreeable,
  FIRST_EDITION,
  familyOf,
  isAgreed,
  isEdition,
  sidesOf,
  VARIANTS,
} from "../../src/game/editions";
import { EDITIONS } from "../../src/protocol";

test("every edition is offered once, in the box of its family", () => {
  const offered = [...VARIANTS.values()].flat();
  expect([...offered].sort()).toEqual(Object.keys(EDITIONS).sort());
  for (const [family, ids] of VARIANTS) for (const id of ids) expect(familyOf(id)).toBe(family);
  expect([...VARIANTS.values()][0]?.[0]).toBe(FIRST_EDITION);
});

test("an edition that is not known looks like the first one", () => {
  expect(isEdition("chess")).toBe(false);
  expect(familyOf("chess")).toBe(familyOf(FIRST_EDITION));
});

test("the null side comes last", () => {
  expect(sidesOf("strike-2020")).toEqual(["2", "3", "4", "5", "6", "X"]);
  expect(sidesOf("harry-potter").at(-1)).toBe("X");
});

test("elements are agreed on where there are several to choose from, two at least", () => {
  expect(agreeable("impact-power")).toEqual([]);
  expect(isAgreed("impact-power", [])).toBe(true);
  expect(agreeable("impact-avatar")).toHaveLength(5);
  expect(isAgreed("impact-avatar", ["fire"])).toBe(false);
  expect(isAgreed("impact-avatar", ["fire", "air"])).toBe(true);
});
