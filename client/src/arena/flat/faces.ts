/** The sides of a die that are seen from above, and where each of them is drawn. Pure geometry. */

import { onTable } from "../pose";
import { SIDES } from "../sides";
import type { Pose } from "../types";

/** A side that is seen from so flat an angle shows no sign: it could not be read. */
export const READABLE = 0.45;

/** One side as it is seen: a box of 100 by 100, y downward, goes to the picture by this matrix. */
interface FaceSide {
  readonly axis: string;
  readonly matrix: readonly [number, number, number, number, number, number];
  /** 1 where it looks straight up, 0 where it stands upright. */
  readonly level: number;
}

/** Turns a direction of the table into one of the picture: to the right and up. */
type Seeing = (x: number, y: number, z: number) => readonly [number, number];

/** The sides that are turned to the eye, around the die's middle; one to three of them. */
export function sidesSeen(pose: Pose, edge: number, seeing: Seeing): FaceSide[] {
  const sides: FaceSide[] = [];
  for (const [axis, { normal, up, right }] of Object.entries(SIDES)) {
    const n = onTable(pose, normal);
    const [rx, ry] = seeing(...onTable(pose, right));
    const [ux, uy] = seeing(...onTable(pose, up));
    // As it is seen, a side that looks away runs the other way round.
    if (rx * uy - ry * ux <= 1e-3) continue;
    const [nx, ny] = seeing(...n);
    const unit = edge / 100;
    const half = edge / 2;
    sides.push({
      axis,
      matrix: [
        rx * unit,
        -ry * unit,
        -ux * unit,
        uy * unit,
        (nx - rx + ux) * half,
        -(ny - ry + uy) * half,
      ],
      level: Math.max(0, n[2]),
    });
  }
  return sides.sort((a, b) => a.level - b.level);
}
