/** How colours look to everybody, and how far apart they are. */

export type Triple = readonly [number, number, number];

/** How colours look to whoever lacks one kind of cone (Machado and others, 2009). */
export const SIGHTS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no red": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no green": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "no blue": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** CIE 1976: about 2 can just be seen; this is plain at a glance. */
export const APART = 18;

function linear(hex: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function seen(hex: string, sight: readonly [Triple, Triple, Triple]): Triple {
  const light = linear(hex);
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return [cut(dot(sight[0], light)), cut(dot(sight[1], light)), cut(dot(sight[2], light))];
}

function lab(light: Triple): Triple {
  const root = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = root(dot([0.4124, 0.3576, 0.1805], light) / 0.95047);
  const y = root(dot([0.2126, 0.7152, 0.0722], light));
  const z = root(dot([0.0193, 0.1192, 0.9505], light) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

export function nearest(
  colours: readonly string[],
  sight: readonly [Triple, Triple, Triple],
): number {
  const all = colours.map((one) => lab(seen(one, sight)));
  const gaps = all.flatMap((a, i) =>
    all.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
  );
  return Math.min(...gaps);
}

export function contrast(a: string, b: string): number {
  const bright = (hex: string) => dot([0.2126, 0.7152, 0.0722], linear(hex)) + 0.05;
  return Math.max(bright(a), bright(b)) / Math.min(bright(a), bright(b));
}
