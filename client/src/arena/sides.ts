/** The six sides of a die by the axis they look along, for every picture of it. Pure geometry. */

export type Vector = readonly [number, number, number];

export interface Frame {
  /** Which way the side looks. */
  readonly normal: Vector;
  /** Which way its sign stands. */
  readonly up: Vector;
  /** To the right of the sign. */
  readonly right: Vector;
}

export const SIDES: Readonly<Record<string, Frame>> = {
  "+x": frame([1, 0, 0], [0, 0, 1]),
  "+y": frame([0, 1, 0], [0, 0, 1]),
  "+z": frame([0, 0, 1], [0, 1, 0]),
  "-z": frame([0, 0, -1], [0, 1, 0]),
  "-y": frame([0, -1, 0], [0, 0, 1]),
  "-x": frame([-1, 0, 0], [0, 0, 1]),
};

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function frame(normal: Vector, up: Vector): Frame {
  return { normal, up, right: cross(up, normal) };
}
