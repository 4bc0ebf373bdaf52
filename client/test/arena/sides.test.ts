/** The sides of a die: six of them, opposite ones opposite, each with its sign upright. */

import { expect, test } from "vitest";
import { cross, SIDES } from "../../src/arena/sides";

const OPPOSITE = { "+": "-", "-": "+" } as const;

test("every side looks away from its opposite", () => {
  expect(Object.keys(SIDES)).toHaveLength(6);
  for (const [axis, { normal }] of Object.entries(SIDES)) {
    const other = SIDES[`${OPPOSITE[axis[0] as "+" | "-"]}${axis[1]}`];
    expect(other?.normal.map((part) => -part + 0)).toEqual(normal.map((part) => part + 0));
    expect(normal["xyz".indexOf(axis[1] ?? "")]).toBe(axis[0] === "+" ? 1 : -1);
  }
});

test("no sign is mirrored: right and up turn toward the eye", () => {
  for (const { normal, up, right } of Object.values(SIDES)) {
    expect(cross(right, up).map((part) => part + 0)).toEqual(normal.map((part) => part + 0));
  }
});
