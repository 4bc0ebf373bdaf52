/** Where the players' dice lie around the box: one's own in front, the others in playing order behind. */

import type { Box, Pose } from "./types";

export interface SupplyPlace {
  /** Middle of the first row, metres. */
  readonly x: number;
  readonly y: number;
  /** Which way the rows grow, as a unit vector on the table. */
  readonly away: readonly [number, number];
  readonly columns: number;
}

/** From one die of a supply to the next. */
export const PITCH = 0.0195;
const GAP = 0.017;
/** Room between supplies that lie side by side. */
const APART = 0.008;
/** How far beyond the box an aim is drawn. */
const AIM_BEYOND = 0.03;

export interface Extent {
  readonly x: number;
  readonly y: number;
}

/** Half the outer measures of the box. */
export function extent(box: Box): Extent {
  const reach = (box.wall[box.wall.length - 1]?.[0] ?? 0) + box.rim.width;
  const half = (axis: 0 | 1) => Math.max(...box.outline.map((point) => Math.abs(point[axis] ?? 0)));
  return { x: half(0) + reach, y: half(1) + reach };
}

/** Half of what an aim is drawn in: up to the first row of dice, clear of names and sentences. */
export function aimField(box: Box): Extent {
  const { x, y } = extent(box);
  return { x: x + AIM_BEYOND, y: y + AIM_BEYOND };
}

/**
 * Places from one's own seat clockwise. `wide` screens have room at the sides; `behind` is the strip of
 * the table beyond the box that its wall hides, metres: none where one looks from above.
 */
export function places(box: Box, seats: number, wide: boolean, behind: number): SupplyPlace[] {
  const { x, y } = extent(box);
  const own: SupplyPlace = { x: 0, y: -(y + GAP + 0.008), away: [0, -1], columns: wide ? 13 : 9 };
  const others = seats - 1;
  if (others < 1) return [own];
  return [
    own,
    ...(wide ? aroundWide(x, y + GAP + behind, others) : acrossTop(x, y, others, behind)),
  ];
}

function acrossTop(x: number, y: number, others: number, behind: number): SupplyPlace[] {
  const width = 2 * x + 0.02;
  // What is far looks narrower, and so do the gaps.
  const gap = behind > 0 ? PITCH * (others > 1 ? 1 : 3) : APART;
  return Array.from({ length: others }, (_, i) => ({
    x: -width / 2 + (width * (i + 0.5)) / others,
    y: y + GAP + behind,
    away: [0, 1] as const,
    columns: Math.max(2, Math.floor((width / others - gap) / PITCH)),
  }));
}

function aroundWide(x: number, far: number, others: number): SupplyPlace[] {
  const left: SupplyPlace = { x: -(x + GAP + 0.012), y: 0.02, away: [-1, 0], columns: 5 };
  const right: SupplyPlace = { x: x + GAP + 0.012, y: 0.02, away: [1, 0], columns: 5 };
  const top = (at: number, columns: number): SupplyPlace => ({
    x: at,
    y: far,
    away: [0, 1],
    columns,
  });
  switch (others) {
    case 1:
      return [top(0, 13)];
    case 2:
      return [left, right];
    case 3:
      return [left, top(0, 10), right];
    default:
      return [left, top(-0.075, 6), top(0.075, 6), right];
  }
}

/** Where die number `index` of a supply lies; piles stand beyond the loose dice. */
export function supplySpot(place: SupplyPlace, index: number, count: number): [number, number] {
  const row = Math.floor(index / place.columns);
  const inRow = Math.min(place.columns, count - row * place.columns);
  const along = (index % place.columns) - (inRow - 1) / 2;
  const [ax, ay] = place.away;
  return [
    place.x + ax * row * PITCH + ay * -along * PITCH * sign(place),
    place.y + ay * row * PITCH + ax * along * PITCH * sign(place),
  ];
}

/** Rows fill from left to right as their owner sees them. */
function sign(place: SupplyPlace): number {
  return place.away[1] > 0 ? -1 : 1;
}

const UP: readonly (readonly [number, number, number, number])[] = [
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
  const up = UP[hash % UP.length] ?? UP[0];
  const yaw = (((hash >>> 8) % 200) / 200 - 0.5) * askew + (((hash >>> 16) % 4) * Math.PI) / 2;
  const c = Math.cos(yaw / 2);
  const s = Math.sin(yaw / 2);
  const [w, i, j, k] = up ?? [1, 0, 0, 0];
  return [x, y, z, c * w - s * k, c * i - s * j, c * j + s * i, c * k + s * w];
}
