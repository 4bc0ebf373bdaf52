/** The mat's outline made smooth, and moved outward: plane geometry for drawing the box. */

export interface Rim {
  readonly x: number;
  readonly y: number;
  readonly nx: number;
  readonly ny: number;
  /** Way along the outline from its first point. */
  readonly s: number;
}

type OutlinePoint = readonly number[];

const STEP = 0.004;

function at<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length];
  if (item === undefined) throw new Error("an outline needs points");
  return item;
}

function edge(a: OutlinePoint, b: OutlinePoint): [number, number, number] {
  const dx = (b[0] ?? 0) - (a[0] ?? 0);
  const dy = (b[1] ?? 0) - (a[1] ?? 0);
  return [dx, dy, Math.hypot(dx, dy)];
}

/** Normals weighted by the length of the edges, so that straight sides stay straight. */
function normals(outline: readonly OutlinePoint[]): [number, number][] {
  return outline.map((point, i) => {
    const [ax, ay] = edge(at(outline, i - 1), point);
    const [bx, by] = edge(point, at(outline, i + 1));
    const nx = ay + by;
    const ny = -(ax + bx);
    const length = Math.hypot(nx, ny) || 1;
    return [nx / length, ny / length];
  });
}

/** Cubic pieces between the corners of the polygon, sampled every few millimetres. */
export function smooth(outline: readonly OutlinePoint[]): Rim[] {
  const normal = normals(outline);
  const rims: Rim[] = [];
  let s = 0;
  outline.forEach((point, i) => {
    const next = at(outline, i + 1);
    const [, , length] = edge(point, next);
    const n0 = at(normal, i);
    const n1 = at(normal, i + 1);
    const steps = Math.max(2, Math.round(length / STEP));
    for (let k = 0; k < steps; k++) {
      const t = k / steps;
      const h00 = (1 + 2 * t) * (1 - t) ** 2;
      const h10 = t * (1 - t) ** 2 * length;
      const h01 = t * t * (3 - 2 * t);
      const h11 = t * t * (t - 1) * length;
      const nx = n0[0] + (n1[0] - n0[0]) * t;
      const ny = n0[1] + (n1[1] - n0[1]) * t;
      const size = Math.hypot(nx, ny) || 1;
      rims.push({
        x: h00 * (point[0] ?? 0) - h10 * n0[1] + h01 * (next[0] ?? 0) - h11 * n1[1],
        y: h00 * (point[1] ?? 0) + h10 * n0[0] + h01 * (next[1] ?? 0) + h11 * n1[0],
        nx: nx / size,
        ny: ny / size,
        s: s + t * length,
      });
    }
    s += length;
  });
  return rims;
}

export function perimeter(rims: readonly Rim[]): number {
  const last = at(rims, -1);
  const first = at(rims, 0);
  return last.s + Math.hypot(first.x - last.x, first.y - last.y);
}

/** Signed distance to the polygon's nearest edge: positive inside. */
export function inside(outline: readonly OutlinePoint[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  outline.forEach((a, i) => {
    const [dx, dy, length] = edge(a, at(outline, i + 1));
    const depth = (dx * (y - (a[1] ?? 0)) - dy * (x - (a[0] ?? 0))) / (length || 1);
    nearest = Math.min(nearest, depth);
  });
  return nearest;
}
