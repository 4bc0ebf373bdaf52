/** The signs on the dice, all our own drawings, each in a box of 100 by 100, y downward; the library draws the same. */

import signs from "../../../src/kessel/game/signs.json";

interface Sign {
  /** Closed areas, filled by the even-odd rule. */
  readonly fill?: string;
  /** Lines drawn with `width`. */
  readonly stroke?: string;
  readonly width?: number;
  /** Round ends and corners (numbers, wind), or cut ones. */
  readonly round?: boolean;
}

export const SIGNS: Readonly<Record<string, Sign>> = signs;

/** A sign as attributes of paths. */
export function signPaths(name: string, colour: string): Record<string, string | number>[] {
  const { fill, stroke, width = 10, round } = SIGNS[name] ?? {};
  const line = {
    fill: "none",
    stroke: colour,
    "stroke-width": width,
    "stroke-linecap": round ? "round" : "butt",
    "stroke-linejoin": round ? "round" : "miter",
  };
  return [
    ...(fill ? [{ d: fill, fill: colour, "fill-rule": "evenodd" }] : []),
    ...(stroke ? [{ d: stroke, ...line }] : []),
  ];
}

/** Draws a sign into a canvas, centred at (x, y) with the given edge length. */
export function drawSign(
  context: CanvasRenderingContext2D,
  name: string,
  x: number,
  y: number,
  size: number,
): void {
  const sign = SIGNS[name];
  if (!sign) return;
  context.save();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / 100, size / 100);
  if (sign.fill) context.fill(new Path2D(sign.fill), "evenodd");
  if (sign.stroke) {
    context.lineWidth = sign.width ?? 10;
    context.lineCap = sign.round ? "round" : "butt";
    context.lineJoin = sign.round ? "round" : "miter";
    context.miterLimit = 6;
    context.stroke(new Path2D(sign.stroke));
  }
  context.restore();
}
