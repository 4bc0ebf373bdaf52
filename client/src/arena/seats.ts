/** Where the players' dice lie around the box: one's own in front, the others in playing order behind. */

import { type Turn, turned, UPWARD } from "./pose";
import type { Vector } from "./sides";
import type { Box, Pose, Supply } from "./types";

export interface SupplyPlace {
  /** Middle of the first row, metres. */
  readonly x: number;
  readonly y: number;
  /** Which way the rows grow, as a unit vector on the table. */
  readonly away: readonly [number, number];
  readonly columns: number;
  /** How large its dice are drawn: those of others are smaller where there is little room. */
  readonly scale: number;
}

/** From one die of a supply to the next. */
export const PITCH = 0.0195;
/** Between the box and the first row. */
const GAP = 0.006;
/** The most rows of one supply that are kept in sight. */
const MOST_ROWS = 3;
/** Dice of a supply on a low screen, and those of others on a tall one: there is little room. */
const SMALL = 0.72;
const FAR = 0.5;
/** CSS pixels: with less, a low screen has little room beside the box, too. */
const SMALL_WIDTH = 650;
/** How much of the table beside the box its wall hides, as a share of the box: it stands nearer to the eye. */
const SHADE = 0.11;
/** How far beyond the box an aim is drawn. */
const AIM_BEYOND = 0.03;

export interface Extent {
  readonly x: number;
  readonly y: number;
}

/** Half the outer measures of the box. */
export function extent(box: Box): Extent {
  const reach = (box.wall[box.wall.length - 1]?.[0] ?? 0) + box.rim.width;
  const { x, y } = matHalf(box);
  return { x: x + reach, y: y + reach };
}

/** Half of what an aim is drawn in: up to the first row of dice, clear of names and sentences. */
export function aimField(box: Box): Extent {
  const { x, y } = extent(box);
  return { x: x + AIM_BEYOND, y: y + AIM_BEYOND };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The shape of what is free for the table: a low one has no height to spare, a small one no width either. */
type Shape = "tall" | "wide" | "low" | "small";

/** An upright screen stays a tall one whatever covers it: there is no room at its sides. */
export function shapeOf(screen: Size, free: Size): Shape {
  if (screen.width <= screen.height || free.width <= free.height * 1.25) return "tall";
  if (free.height >= 480) return "wide";
  return free.width < SMALL_WIDTH ? "small" : "low";
}

/**
 * Places from one's own seat clockwise. Wide screens have room at the sides, tall ones above; `behind` is
 * the strip of the table beyond the box that its wall hides, metres: none where one looks from above.
 */
export function places(box: Box, seats: number, shape: Shape, behind: number): SupplyPlace[] {
  const { x, y } = extent(box);
  const half = box.die.edge / 2;
  const scale = shape === "low" || shape === "small" ? SMALL : 1;
  const own: SupplyPlace = {
    x: 0,
    y: -(y + GAP * scale + half * scale),
    away: [0, -1],
    columns: shape === "tall" ? 8 : 11,
    scale,
  };
  const others = seats - 1;
  if (others < 1) return [own];
  if (shape === "tall") return [own, ...acrossTop(box, y + (GAP + half) * FAR + behind, others)];
  const shade = x * (behind > 0 ? SHADE : 0);
  if (shape === "wide") return [own, ...atSides(WIDE, others, x + shade + GAP + half, 1)];
  const small = (others > 2 ? FAR : SMALL) * (shape === "small" ? SMALL : 1);
  const sides = shape === "small" ? LOW_AND_SMALL : LOW;
  return [own, ...atSides(sides, others, x + shade + (GAP + half) * small, small)];
}

/** Side by side beyond the box, no wider than the mat: so much is always in sight. */
function acrossTop(box: Box, y: number, others: number): SupplyPlace[] {
  const width = 2 * matHalf(box).x;
  const pitch = PITCH * FAR;
  return Array.from({ length: others }, (_, i) => ({
    x: -width / 2 + (width * (i + 0.5)) / others,
    y,
    away: [0, 1] as const,
    columns: Math.max(2, Math.floor((width / others - pitch / 4) / pitch)),
    scale: FAR,
  }));
}

/** Supplies at a side: where along it each lies, from the far end, and how many dice in a column. */
interface AtSide {
  readonly columns: number;
  readonly along: readonly number[];
}

/** What lies at a side for none there, for one player and for two; and how many of 1 to 4 others sit at the right. */
interface Sides {
  readonly left: readonly AtSide[];
  readonly right: readonly AtSide[];
  readonly atRight: readonly number[];
}

const NOBODY: AtSide = { columns: 1, along: [] };
/** A little lower than the box, clear of the bar above. */
const BESIDE: readonly AtSide[] = [
  NOBODY,
  { columns: 6, along: [0] },
  { columns: 4, along: [0.04, -0.06] },
];
const WIDE: Sides = { left: BESIDE, right: BESIDE, atRight: [0, 1, 2, 2] };
/**
 * On a low screen the way out is above at the left with a name below it, and what one answers below at
 * the right: two supplies beside each other lie between them.
 */
const LOW: Sides = {
  left: [NOBODY, { columns: 6, along: [-0.02] }, { columns: 3, along: [0.004, -0.029] }],
  right: [NOBODY, { columns: 4, along: [0.011] }, { columns: 3, along: [0.0245, -0.0085] }],
  atRight: [0, 1, 1, 2],
};
/** On a small one the names at the right stand between the buttons above and their dice. */
const LOW_AND_SMALL: Sides = {
  ...LOW,
  right: [NOBODY, { columns: 4, along: [0.003] }, { columns: 2, along: [0.018, -0.015] }],
};

/** The left side is filled away from one's own seat, the right one toward it: that is clockwise. */
function atSides({ left, right, atRight }: Sides, others: number, beside: number, scale: number) {
  const rights = atRight[others - 1] ?? 2;
  const at = (way: 1 | -1, { columns, along } = NOBODY): SupplyPlace[] =>
    along.map((y) => ({ x: way * beside, y, away: [way, 0], columns, scale }));
  return [...at(-1, left[others - rights]).reverse(), ...at(1, right[rights])];
}

/** A point of the room, metres. */
export type Spot = Vector;

/** What is looked at: `all` of it where the dice can be read then, and in any case what `must` be seen. */
export interface Sight {
  readonly all: readonly Spot[];
  readonly must: readonly Spot[];
}

/**
 * The box, the supplies around it, and, come what may, the mat with the dice before and beyond it, as high as
 * those at its sides reach; and with these where they are small: there is no room to turn to them.
 */
export function sightOf(
  box: Box,
  around: readonly SupplyPlace[],
  supplies: readonly Supply[],
): Sight {
  const mat = matHalf(box);
  const { x, y } = extent(box);
  const { height } = box.rim;
  const ends = around.map((place, seat) => farEnd(place, supplies[seat], box.die.edge));
  const small = (_: unknown, seat: number) =>
    around[seat]?.away[0] === 0 || around[seat]?.scale !== 1;
  return {
    all: [[-x, 0, height], [x, 0, height], [0, y, height], [0, -y, height], ...ends.flat()],
    must: [
      [-mat.x, 0, 0],
      [mat.x, 0, 0],
      [0, mat.y, box.die.edge],
      ...ends.flatMap((spots, seat) =>
        small(spots, seat) ? spots : spots.map(([, y, z]): Spot => [0, y, z]),
      ),
    ],
  };
}

/** The far edge of a supply: its middle, with room for a name before one's own; at a side of the box its ends. */
function farEnd(place: SupplyPlace, supply: Supply | undefined, edge: number): Spot[] {
  const count = supply ? supply.loose + supply.piles.length : 0;
  const [ax, ay] = place.away;
  const name = ay < 0 && place.scale === 1 ? 0.7 : 0.6;
  const rows = Math.min(MOST_ROWS, Math.max(1, Math.ceil(count / place.columns))) - 1 + name;
  const reach = rows * PITCH * place.scale;
  const [x, y] = [place.x + ax * reach, place.y + ay * reach];
  if (ay !== 0) return [[x, y, ay > 0 ? edge : 0]];
  const half = (place.columns / 2) * PITCH * place.scale;
  return [-half, half].map((along) => [x, y + along, edge * place.scale]);
}

/**
 * CSS pixels that the upper side of a die in the middle should be high on such a screen, so that it is read:
 * more on a television, which is seen from afar.
 */
export function readable(width: number, height: number): number {
  if (height > width) return Math.max(36, 0.0955 * width);
  return Math.max(36, (height < 1000 ? 0.058 : 0.066) * height);
}

/** The box alone. */
export function boxSight(box: Box): Sight {
  const { x, y } = extent(box);
  const all = [-1, 1].flatMap((way): Spot[] => [
    [way * (x + 0.01), 0, box.rim.height],
    [0, way * (y + 0.01), box.rim.height],
  ]);
  return { all, must: all };
}

/** Half the measures of the mat. */
export function matHalf(box: Box): Extent {
  const half = (axis: 0 | 1) => Math.max(...box.outline.map((point) => Math.abs(point[axis] ?? 0)));
  return { x: half(0), y: half(1) };
}

/** Where die number `index` of a supply lies; piles stand beyond the loose dice. */
export function supplySpot(place: SupplyPlace, index: number, count: number): [number, number] {
  const row = Math.floor(index / place.columns);
  const inRow = Math.min(place.columns, count - row * place.columns);
  const along = (index % place.columns) - (inRow - 1) / 2;
  const [ax, ay] = place.away;
  const pitch = PITCH * place.scale;
  const aside = ay > 0 ? -along : along; // rows fill from left to right as their owner sees them
  return [place.x + (ax * row - ay * aside) * pitch, place.y + (ay * row + ax * aside) * pitch];
}

const UP: readonly Turn[] = [
  [1, 0, 0, 0],
  [Math.SQRT1_2, Math.SQRT1_2, 0, 0],
  [Math.SQRT1_2, -Math.SQRT1_2, 0, 0],
  [Math.SQRT1_2, 0, Math.SQRT1_2, 0],
  [Math.SQRT1_2, 0, -Math.SQRT1_2, 0],
  [0, 1, 0, 0],
];

/** A die put down by hand: any side up, a little askew; the same for the same slot. */
export function restingPose(x: number, y: number, z: number, seed: number, askew = 0.34): Pose {
  const hash = Math.imul(seed + 1, 2654435761) >>> 0;
  const up = UP[hash % UP.length] ?? [1, 0, 0, 0];
  const yaw = (((hash >>> 8) % 200) / 200 - 0.5) * askew + (((hash >>> 16) % 4) * Math.PI) / 2;
  return [x, y, z, ...turned(up, UPWARD, yaw)];
}
