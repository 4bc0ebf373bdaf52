/** Where supplies are in a picture: nothing of a die leaves its rectangle, whatever the view. */

import { describe, expect, test } from "vitest";
import { FlatView } from "../../src/arena/flat/view";
import { places, restingPose, sightOf, supplySpot } from "../../src/arena/seats";
import { seatOnScreen } from "../../src/arena/seatview";
import { View } from "../../src/arena/solid/view";
import { BOXES, type Viewing } from "../../src/arena/stage";

const BOX = BOXES.strike;
const EDGE = BOX.die.edge;
const SIZE = { width: 1440, height: 900 };
const INSETS = { top: 92, right: 0, bottom: 180, left: 0 };
const SIGHT = sightOf(BOX, places(BOX, 5, "wide", 0.02), []);

function looking(view: View | FlatView, turn: number, zoom: number): Viewing {
  view.resize(SIZE.width, SIZE.height);
  view.frame(SIGHT, INSETS, EDGE);
  view.nudge(turn, 0, zoom);
  view.advance(1, true);
  return view;
}

/** The eight corners of a die that was put down by hand. */
function corners(x: number, y: number, seed: number): [number, number, number][] {
  const [, , , w, i, j, k] = restingPose(x, y, EDGE / 2, seed);
  const signs = [-EDGE / 2, EDGE / 2];
  return signs.flatMap((a) =>
    signs.flatMap((b) =>
      signs.map((c): [number, number, number] => {
        const [tx, ty, tz] = [2 * (j * c - k * b), 2 * (k * a - i * c), 2 * (i * b - j * a)];
        return [
          x + a + w * tx + j * tz - k * ty,
          y + b + w * ty + k * tx - i * tz,
          EDGE / 2 + c + w * tz + i * ty - j * tx,
        ];
      }),
    ),
  );
}

describe.each([
  ["in 3D", () => new View()],
  ["from above", () => new FlatView()],
])("%s", (_name, make) => {
  test.each([
    [0, 1],
    [0, 0.55],
    [0, 0.45],
    [0.7, 0.86],
    [Math.PI, 1.6],
  ])("turned by %f, seen from %f of the distance", (turn, zoom) => {
    const view = looking(make(), turn, zoom);
    places(BOX, 5, "wide", 0.02).forEach((place, seat) => {
      for (const loose of [1, 8, 21]) {
        const seen = seatOnScreen(place, { loose, piles: [] }, EDGE, view);
        for (let die = 0; die < loose; die++) {
          const [x, y] = supplySpot(place, die, loose);
          for (const corner of corners(x, y, seat * 31 + die)) {
            const at = view.project(...corner);
            expect(at.x).toBeGreaterThan(seen.left - 0.5);
            expect(at.x).toBeLessThan(seen.right + 0.5);
            expect(at.y).toBeGreaterThan(seen.top - 0.5);
            expect(at.y).toBeLessThan(seen.bottom + 0.5);
          }
        }
      }
    });
  });

  test("the side is that of the picture, not of the table", () => {
    const sides = (turn: number) => {
      const view = looking(make(), turn, 1);
      return places(BOX, 4, "wide", 0.02).map(
        (place) => seatOnScreen(place, { loose: 3, piles: [] }, EDGE, view).side,
      );
    };
    expect(sides(0)).toEqual(["near", "left", "right", "right"]);
    expect(sides(Math.PI)).toEqual(["far", "right", "left", "left"]);
  });
});

test.each(["low", "small"] as const)(
  "at the side of a %s screen a supply keeps its column",
  (shape) => {
    const view = looking(new View(), 0, 1);
    for (const place of places(BOX, 5, shape, 0.02).slice(1)) {
      const seen = (loose: number) => seatOnScreen(place, { loose, piles: [] }, EDGE, view);
      for (const left of [0, 1, 2]) expect(seen(left)).toEqual(seen(place.columns));
      expect(seen(place.columns + 1)).not.toEqual(seen(place.columns));
    }
  },
);

test("a pile makes it higher, an empty supply is a point", () => {
  const view = looking(new View(), 0, 1);
  const [, place] = places(BOX, 2, "wide", 0.02);
  if (!place) throw new Error("no second seat");
  const seen = (loose: number, piles: number[]) =>
    seatOnScreen(place, { loose, piles }, EDGE, view);
  expect(seen(1, [3]).top).toBeLessThan(seen(2, []).top);
  const nothing = seen(0, []);
  expect([nothing.left, nothing.top]).toEqual([nothing.right, nothing.bottom]);
});
