/** Dice are read: how high the upper side of a lying die is on each screen, and that nothing is cut off. */

import { describe, expect, test } from "vitest";
import { FlatView } from "../../src/arena/flat/view";
import { places, type Sight, shapeOf, sightOf } from "../../src/arena/seats";
import { type SeatOnScreen, seatOnScreen } from "../../src/arena/seatview";
import { View } from "../../src/arena/solid/view";
import { BOXES, type Insets, type Viewing } from "../../src/arena/stage";
import type { LookName, Supply } from "../../src/arena/types";

interface Screen {
  readonly width: number;
  readonly height: number;
  readonly insets: Insets;
  /** CSS pixels. */
  readonly least: number;
}

const SCREENS: Readonly<Record<string, Screen>> = {
  desk: { width: 1440, height: 900, insets: around(4, 130, 0), least: 48 },
  upright: { width: 390, height: 844, insets: around(92, 150, 0), least: 36 },
  sideways: { width: 844, height: 390, insets: around(4, 4, 160), least: 32 },
  "sideways, small": { width: 667, height: 375, insets: around(4, 4, 64), least: 30 },
  television: { width: 1920, height: 1080, insets: around(4, 130, 0), least: 64 },
};

function around(top: number, bottom: number, right: number): Insets {
  return { top, right, bottom, left: 0 };
}

function supplies(seats: number): Supply[] {
  return Array.from({ length: seats }, () => ({ loose: 6, piles: [], active: false, out: false }));
}

function looking(view: View | FlatView, { width, height, insets }: Screen, sight: Sight): Viewing {
  view.resize(width, height);
  view.frame(sight, insets, 0.016);
  view.advance(1, true);
  return view;
}

function sightFor(look: LookName, screen: Screen, seats: number, behind: number): Sight {
  const { top, right, bottom } = screen.insets;
  const free = { width: screen.width - right, height: screen.height - top - bottom };
  const shape = shapeOf(screen, free);
  return sightOf(BOXES[look], places(BOXES[look], seats, shape, behind), supplies(seats));
}

/** The lowest upper side of a die that lies straight, wherever on the mat. */
function faceHeight(view: Viewing, look: LookName): number {
  const { outline, die } = BOXES[look];
  const spots = [[0, 0], ...outline.map(([x = 0, y = 0]) => [x * 0.85, y * 0.85])];
  const heights = spots.map(([x = 0, y = 0]) => {
    const [near, far] = [-1, 1].map((way) => view.project(x, y + (way * die.edge) / 2, die.edge).y);
    return (near ?? 0) - (far ?? 0);
  });
  return Math.min(...heights);
}

/** Both pictures, each with the strip of the table that the wall of the box hides. */
const PICTURES = [
  ["in 3D", () => new View(), 0.014],
  ["from above", () => new FlatView(), 0.006],
] as const;
const LOOKS: readonly LookName[] = ["strike", "impact", "wizards"];
const CASES = Object.keys(SCREENS).flatMap((name) =>
  LOOKS.flatMap((look) => [2, 3, 4, 5].map((seats) => [name, look, seats] as const)),
);

describe.each(PICTURES)("%s", (_, make, behind) => {
  test.each(CASES)("on a screen %s, %s, %i players", (name, look, seats) => {
    const screen = SCREENS[name] as Screen;
    const sight = sightFor(look, screen, seats, behind);
    const view = looking(make(), screen, sight);
    expect(faceHeight(view, look)).toBeGreaterThanOrEqual(screen.least);
    const { top, right, bottom } = screen.insets;
    for (const spot of sight.must) {
      const at = view.project(...spot);
      expect(at.x).toBeGreaterThanOrEqual(-1);
      expect(at.x).toBeLessThanOrEqual(screen.width - right + 1);
      expect(at.y).toBeGreaterThanOrEqual(top - 1);
      expect(at.y).toBeLessThanOrEqual(screen.height - bottom + 1);
    }
  });
});

/** The bar above a desk's table. */
const BAR = 48;
/** A caption of two lines above a television's. */
const CAPTION = 150;

describe.each(PICTURES)("%s dice at the sides keep below", (_, make, behind) => {
  const cases = LOOKS.flatMap((look) => [2, 3, 4, 5].map((seats) => [look, seats] as const));

  function highest(look: LookName, seats: number, screen: Screen): number {
    const view = looking(make(), screen, sightFor(look, screen, seats, behind));
    const around = places(BOXES[look], seats, "wide", behind).slice(1);
    const seen = around.map((place) => seatOnScreen(place, { loose: 14, piles: [] }, 0.016, view));
    return Math.min(...seen.map((one) => one.top));
  }

  test.each(cases)("the bar of a desk: %s, %i players", (look, seats) => {
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [1280, 720],
    ] as const) {
      const screen = { width, height, insets: around(4, 130, 0), least: 0 };
      expect(highest(look, seats, screen)).toBeGreaterThanOrEqual(BAR);
    }
  });

  test.each(cases)("a television's caption: %s, %i players", (look, seats) => {
    const screen = { width: 1920, height: 1080, insets: around(CAPTION, 130, 0), least: 0 };
    expect(highest(look, seats, screen)).toBeGreaterThanOrEqual(CAPTION);
  });
});

type Rect = Omit<SeatOnScreen, "side">;

function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** On a phone held sideways: the bar above without its middle, a name below the way out, the answers. */
function taken({ width, height }: Screen): readonly Rect[] {
  return [
    { left: 0, top: 0, right: 60, bottom: 84 },
    { left: width - 274, top: 0, right: width, bottom: 44 },
    { left: width * 0.65, top: height - 184, right: width, bottom: height },
  ];
}

const SIDEWAYS = CASES.filter(([name]) => name.startsWith("sideways"));

test.each(SIDEWAYS)(
  "on a screen %s nothing lies on the dice of %s, %i players",
  (name, look, seats) => {
    const screen = SCREENS[name] as Screen;
    const { width, height, insets } = screen;
    const shape = shapeOf(screen, { width: width - insets.right, height: height - 8 });
    for (const [, make, behind] of PICTURES) {
      const view = looking(make(), screen, sightFor(look, screen, seats, behind));
      const { edge } = BOXES[look].die;
      const seen = places(BOXES[look], seats, shape, behind).map((place) =>
        seatOnScreen(place, { loose: 6, piles: [] }, edge, view),
      );
      for (const [seat, rect] of seen.entries()) {
        expect(rect.left, "clear of the edge").toBeGreaterThan(1);
        if (shape === "small" && rect.left > width / 2)
          expect(rect.top, "a name below the buttons").toBeGreaterThan(78);
        for (const other of [...taken(screen), ...seen.slice(seat + 1)])
          expect(overlap(rect, other), `${seat} of ${seats}`).toBe(false);
      }
    }
  },
);

test("control: with all of the box in sight an upright phone would not show them so large", () => {
  const screen = SCREENS.upright as Screen;
  const sight = sightFor("strike", screen, 4, 0.014);
  const view = looking(new View(), screen, { all: sight.all, must: sight.all });
  expect(faceHeight(view, "strike")).toBeLessThan(screen.least);
});

test("at rest the near wall hides nothing of the mat", () => {
  for (const look of LOOKS)
    for (const screen of Object.values(SCREENS)) {
      const view = looking(new View(), screen, sightFor(look, screen, 4, 0.014));
      const box = BOXES[look];
      const near = Math.min(...box.outline.map(([, y = 0]) => y));
      const [lip = 0, height = 0] = box.wall[box.wall.length - 1] ?? [];
      expect(view.project(0, near - lip, height).y).toBeGreaterThan(view.project(0, near, 0).y);
    }
});

test("keeps supplies above and below the box on an upright screen, whatever covers it", () => {
  const phone = { width: 390, height: 844 };
  expect(shapeOf(phone, { width: 390, height: 300 })).toBe("tall");
  expect(shapeOf({ width: 844, height: 390 }, { width: 844, height: 300 })).toBe("low");
  expect(shapeOf({ width: 667, height: 375 }, { width: 603, height: 367 })).toBe("small");
});
