/** What is where in a picture: both views, the supplies in them, and that dice are read on every screen. */

import { Quaternion, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { FlatView } from "../../src/arena/flat/view";
import { onTable, turned as turnedBy } from "../../src/arena/pose";
import {
  places,
  restingPose,
  type Sight,
  type Spot,
  shapeOf,
  sightOf,
  supplySpot,
} from "../../src/arena/seats";
import { type SeatOnScreen, seatOnScreen } from "../../src/arena/seatview";
import { View } from "../../src/arena/solid/view";
import { BOXES, type Insets, type Viewing } from "../../src/arena/stage";
import type { LookName, Supply } from "../../src/arena/types";

// Dice are read: how high the upper side of a lying die is on each screen, and that nothing is
// cut off.

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

const SUPPLY: Supply = { loose: 6, piles: [], active: false, out: false };

function supplies(seats: number): Supply[] {
  return Array.from({ length: seats }, () => SUPPLY);
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

type Rect = Omit<SeatOnScreen, "side" | "upper">;

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

// Where supplies are in a picture: nothing of a die leaves its rectangle, whatever the view.

const BOX = BOXES.strike;
const EDGE = BOX.die.edge;
const SIZE = { width: 1440, height: 900 };
const PANELS = { top: 92, right: 0, bottom: 180, left: 0 };
const AROUND = sightOf(BOX, places(BOX, 5, "wide", 0.02), []);

function turned(view: View | FlatView, turn: number, zoom: number): Viewing {
  view.resize(SIZE.width, SIZE.height);
  view.frame(AROUND, PANELS, EDGE);
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
    const view = turned(make(), turn, zoom);
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
      const view = turned(make(), turn, 1);
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
    const view = turned(new View(), 0, 1);
    for (const place of places(BOX, 5, shape, 0.02).slice(1)) {
      const seen = (loose: number) => seatOnScreen(place, { loose, piles: [] }, EDGE, view);
      for (const left of [0, 1, 2]) expect(seen(left)).toEqual(seen(place.columns));
      expect(seen(place.columns + 1)).not.toEqual(seen(place.columns));
    }
  },
);

test("a pile makes it higher, an empty supply is a point", () => {
  const view = turned(new View(), 0, 1);
  const [, place] = places(BOX, 2, "wide", 0.02);
  if (!place) throw new Error("no second seat");
  const seen = (loose: number, piles: number[]) =>
    seatOnScreen(place, { loose, piles }, EDGE, view);
  expect(seen(1, [3]).top).toBeLessThan(seen(2, []).top);
  const nothing = seen(0, []);
  expect([nothing.left, nothing.top]).toEqual([nothing.right, nothing.bottom]);
});

// The table from above: what is drawn where, and what is touched there.

const ALL: readonly Spot[] = [
  [-0.15, -0.16, 0],
  [0.15, -0.16, 0],
  [-0.15, 0.18, 0],
  [0.15, 0.18, 0],
];
const SIGHT = { all: ALL, must: ALL };
const INSETS = { top: 90, right: 20, bottom: 170, left: 0 };

function view(): FlatView {
  const one = new FlatView();
  one.resize(390, 844);
  one.frame(SIGHT, INSETS, 0.016);
  return one;
}

test("a point of the picture is the point of the table that is drawn there", () => {
  const one = view();
  one.nudge(0.7, 0, 0.8);
  while (one.advance(0.1, false));
  for (const [x, y, z] of [
    [0.03, -0.05, 0],
    [-0.06, 0.02, 0.075],
  ] as const) {
    const [backX, backY] = one.cast(one.project(x, y, z), z);
    expect(backX).toBeCloseTo(x);
    expect(backY).toBeCloseTo(y);
  }
});

test("what is higher is drawn farther up", () => {
  const one = view();
  expect(one.project(0, 0, 0.05).y).toBeLessThan(one.project(0, 0, 0).y);
});

test("turned, zoomed, and home again at once for whoever wants no motion", () => {
  const one = view();
  const before = one.project(0.02, 0.01, 0);
  one.nudge(1, 0, 0.5);
  one.advance(0.01, true);
  expect(one.turn).toBe(1);
  expect(one.project(0.02, 0.01, 0)).not.toEqual(before);
  one.home();
  expect(one.advance(0.01, true)).toBe(false);
  expect(one.project(0.02, 0.01, 0)).toEqual(before);
});

// The camera in 3D: a hard hit stops and shakes it, and it comes to where it should be all the
// same.

const CORNERS: Spot[] = [
  [-0.1, -0.1, 0],
  [0.1, 0.1, 0],
];
const MIDDLE: Sight = { all: CORNERS, must: CORNERS };
const FRAME = 1 / 60;

/** How far to the right the middle of the table moves with each frame, while a die is followed. */
function moved(frames: number, strength: number, calm = false): number[] {
  const view = new View();
  view.resize(640, 400);
  view.frame(MIDDLE, { top: 0, right: 0, bottom: 0, left: 0 }, 0.016);
  view.advance(0, true);
  view.follow(-0.08, 0, 0, 0.86);
  if (strength) view.jolt(strength);
  let before = view.project(0, 0, 0).x;
  return Array.from({ length: frames }, () => {
    view.advance(FRAME, calm);
    const { x } = view.project(0, 0, 0);
    const by = x - before;
    before = x;
    return by;
  });
}

const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);

test("it follows a die smoothly, and a hard hit shakes it to and fro", () => {
  expect(moved(12, 0).every((by) => by > 0)).toBe(true);
  const shaken = moved(12, 1);
  expect(Math.min(...shaken)).toBeLessThan(-1);
  expect(Math.max(...shaken)).toBeGreaterThan(1);
});

test("shaken it stops following for an instant, and comes to the same place in the end", () => {
  expect(sum(moved(6, 1))).toBeLessThan(0.6 * sum(moved(6, 0)));
  expect(sum(moved(120, 1))).toBeCloseTo(sum(moved(120, 0)), 1);
});

test("whoever wants little motion is not shaken", () => {
  expect(moved(3, 1, true)).toEqual(moved(3, 0, true));
});

// Turning, against another library.

test("a die that is turned about an axis is turned as by three.js", () => {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0.6, 0, -0.8],
  ] as const;
  const before = new Quaternion(0.1, -0.5, 0.3, 0.8).normalize();
  for (const axis of axes) {
    const after = new Quaternion().setFromAxisAngle(new Vector3(...axis), 0.7).multiply(before);
    const [w, i, j, k] = turnedBy([before.w, before.x, before.y, before.z], axis, 0.7);
    expect(new Quaternion(i, j, k, w).angleTo(after)).toBeLessThan(1e-6);
    const side = [0.3, 0.2, -1] as const;
    const seen = onTable([0, 0, 0, w, i, j, k], side);
    expect(
      new Vector3(...seen).distanceTo(new Vector3(...side).applyQuaternion(after)),
    ).toBeLessThan(1e-6);
  }
});

test("before one's own dice there is more room for a name than behind those of others", () => {
  /** In rows of dice: how far what is to be seen of a single die's supply reaches. */
  const room = (shape: "tall" | "low", seat: number) => {
    const place = places(BOX, 2, shape, 0.02)[seat];
    if (!place) throw new Error("two play");
    const row = supplySpot(place, place.columns, 2 * place.columns)[1] - place.y;
    const [, , , , [, y = 0] = []] = sightOf(BOX, [place], [{ ...SUPPLY, loose: 1 }]).all;
    return (y - place.y) / row;
  };
  expect(room("tall", 0)).toBeCloseTo(0.7);
  expect([room("tall", 1), room("low", 0)]).toEqual([expect.closeTo(0.6), expect.closeTo(0.6)]);
});
