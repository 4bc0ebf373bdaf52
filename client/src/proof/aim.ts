/** An aim as it goes into a line: brought into the range of a hand, as the table does
 * (`kessel.table.answers.clamped_aim`), so that what is signed is what is thrown. Pure. */

import type { Aim } from "../protocol";

export type AimValues = Readonly<Record<string, number>>;

/** What a hand can do (`kessel.throws.aim`), in the order in which an aim is signed. */
const RANGES = {
  x: [-0.15, 0.15],
  y: [-0.15, 0.15],
  side: [-Math.PI, Math.PI],
  speed: [0, 4],
  height: [0.075, 0.25],
  spin: [0, 80],
} as const;

const AIM_NAMES = Object.keys(RANGES) as readonly (keyof typeof RANGES)[];

export function clampedAim(aim: Aim): Aim {
  const turned = { ...aim, side: withinCircle(aim.side) };
  const values = AIM_NAMES.map((name) => {
    const [low, high] = RANGES[name];
    return [name, Math.min(Math.max(turned[name], low), high) + 0]; // -0 is written as 0
  });
  return Object.fromEntries(values) as Aim;
}

/** The same side, turned by whole circles into what a hand can do. */
function withinCircle(side: number): number {
  if (Math.abs(side) <= Math.PI) return side;
  return side - 2 * Math.PI * Math.round(side / (2 * Math.PI));
}

/** The numbers of an aim in the order in which they are signed. */
export function aimNumbers(aim: AimValues): number[] {
  return AIM_NAMES.map((name) => aim[name] ?? 0);
}
