/** Frames of dice and figures on mats: seen by everybody, and in nobody's way. */

import { describe, expect, test } from "vitest";
import { FIGURE_SHOWS, FIGURES, FRAMES } from "../../src/arena/finery";
import { PAINTS } from "../../src/arena/flat/table";
import { LOOKS } from "../../src/arena/looks";
import { FINISHES, MATS } from "../../src/protocol";
import { APART, contrast, nearest, SIGHTS } from "../game/colours";

/** Where the signs of both pictures begin, in hundredths of a side, and how far a frame may reach. */
const SIGN_BEGINS = 17;
const FRAME = 15;
const families = Object.values(LOOKS);

/** How near to the middle of a side a path comes, by its absolute points, in hundredths from the edge. */
function deepest(d: string, width: number): number {
  const points = [...pathPoints(d)];
  return Math.max(...points.map(([x, y]) => Math.min(x, y, 100 - x, 100 - y))) + width / 2;
}

/** The ends of the absolute commands M, L, H, V and A. */
function* pathPoints(d: string): Generator<readonly [number, number]> {
  let [x, y] = [0, 0];
  for (const [, command = "", rest = ""] of d.matchAll(/([MLHVA])([^MLHVAZ]*)/g)) {
    const numbers = rest.trim().split(/[ ,]+/).map(Number);
    if (command === "H") x = numbers[0] ?? x;
    else if (command === "V") y = numbers[0] ?? y;
    else [x = x, y = y] = numbers.slice(-2);
    yield [x, y];
  }
}

/** One colour over another, by a share. */
function over(top: string, below: string, share: number): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => part(top, at) * share + part(below, at) * (1 - share));
  return `#${mixed.map((one) => Math.round(one).toString(16).padStart(2, "0")).join("")}`;
}

describe.each(FINISHES)("dice in %s", (finish) => {
  const lines = FRAMES[finish];

  test("leave the sign of each side alone", () => {
    for (const { d, width } of lines) expect(deepest(d, width)).toBeLessThanOrEqual(FRAME);
  });

  test("stand out from the dice of every box, whatever colours one sees", () => {
    for (const { dice } of families)
      for (const sight of Object.values(SIGHTS)) {
        const seen = lines.map(({ ink }) => nearest([ink, dice.body], sight));
        expect(Math.max(...seen)).toBeGreaterThan(APART);
      }
  });

  test("have lines that are told apart from each other, so that the pattern is seen", () => {
    const [first, second] = lines;
    for (const sight of Object.values(SIGHTS))
      expect(nearest([first?.ink ?? "", second?.ink ?? ""], sight)).toBeGreaterThan(APART);
    expect(contrast(first?.ink ?? "", second?.ink ?? "")).toBeGreaterThan(4.5);
  });
});

test("a frame that reaches into the sign would be found out", () => {
  expect(deepest("M20 20H80V80", 2)).toBeGreaterThan(SIGN_BEGINS);
});

test("no two finishes are the same pattern: none is told by its colour alone", () => {
  const shapes = FINISHES.map((one) =>
    JSON.stringify(FRAMES[one].map(({ d, width, dash }) => [d, width, dash])),
  );
  expect(new Set(shapes).size).toBe(FINISHES.length);
  expect(new Set(MATS.map((one) => FIGURES[one].d)).size).toBe(MATS.length);
});

test.each(families)(
  "signs of $name are read on its dice, with any frame round them",
  ({ dice }) => {
    for (const sign of [dice.sign, ...Object.values(dice.signs)])
      expect(contrast(sign, dice.body)).toBeGreaterThanOrEqual(4.5);
  },
);

test("the figure of a mat is faint: dice are read on it as on felt", () => {
  for (const { mat: felt } of Object.values(PAINTS)) {
    for (const { ink } of Object.values(FIGURES)) {
      const line = over(ink, felt, FIGURE_SHOWS);
      expect(contrast(line, felt)).toBeLessThan(2);
      expect(contrast(line, felt)).toBeGreaterThan(1.2);
    }
  }
});
