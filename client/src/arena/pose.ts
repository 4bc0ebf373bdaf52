/** How dice are turned, and poses mixed. Pure geometry. */

import { cross, type Vector } from "./sides";
import type { Pose } from "./types";

export type Turn = readonly [number, number, number, number];

export const UPWARD: Vector = [0, 0, 1];

/** Turned on by an angle about an axis of the table. */
export function turned([w, i, j, k]: Turn, [x, y, z]: Vector, angle: number): Turn {
  const s = Math.sin(angle / 2);
  const [aw, ai, aj, ak] = [Math.cos(angle / 2), x * s, y * s, z * s];
  return [
    aw * w - ai * i - aj * j - ak * k,
    aw * i + ai * w + aj * k - ak * j,
    aw * j - ai * k + aj * w + ak * i,
    aw * k + ai * j - aj * i + ak * w,
  ];
}

/** A vector of the die as it lies on the table. */
export function onTable([, , , w, x, y, z]: Pose, v: Vector): Vector {
  const t = cross([x, y, z], v);
  const s: Vector = [2 * t[0], 2 * t[1], 2 * t[2]];
  const c = cross([x, y, z], s);
  return [v[0] + w * s[0] + c[0], v[1] + w * s[1] + c[1], v[2] + w * s[2] + c[2]];
}

/** From pose to pose, turning the short way. */
export function blend(a: Pose, b: Pose, share: number): Pose {
  const same = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
  const at = (i: 0 | 1 | 2 | 3 | 4 | 5 | 6, sign = 1) => a[i] + (b[i] * sign - a[i]) * share;
  const [w, i, j, k] = [at(3, same), at(4, same), at(5, same), at(6, same)];
  const n = Math.hypot(w, i, j, k) || 1;
  return [at(0), at(1), at(2), w / n, i / n, j / n, k / n];
}
