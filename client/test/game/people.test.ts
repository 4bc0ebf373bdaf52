/** Colours and signs of players: told apart by everybody, on the dark table and on a light page. */

import { describe, expect, test } from "vitest";
import { BADGE_INK, BADGES, badgeOf } from "../../src/game/people";
import { APART, contrast, nearest, SIGHTS } from "./colours";

describe.each(Object.entries(SIGHTS))("who sees %s", (_, sight) => {
  test("tells the colours apart", () => {
    expect(
      nearest(
        BADGES.map((one) => one.colour),
        sight,
      ),
    ).toBeGreaterThan(APART);
  });
});

test("a palette of red and green would be found out", () => {
  const sight = SIGHTS["no green"];
  expect(sight && nearest(["#d02020", "#806a00"], sight)).toBeLessThan(APART);
});

test.each(BADGES)("$colour stands out from the table, and its sign from it", ({ colour }) => {
  expect(contrast(colour, "#1d150f")).toBeGreaterThan(4);
  expect(contrast(colour, BADGE_INK)).toBeGreaterThan(4);
});

test("the edge stands out from a light page", () => {
  expect(contrast(BADGE_INK, "#fbf4e6")).toBeGreaterThan(7);
});

test("every seat has a sign of its own", () => {
  expect(new Set([0, 1, 2, 3, 4].map((seat) => badgeOf(seat).shape)).size).toBe(5);
  expect(() => badgeOf(-1)).toThrow(RangeError);
});
