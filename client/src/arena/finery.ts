/** What dice and mats can be dressed in, as strokes in SVG: frames round the sides of a die, figures on the mat. Data only. */

import type { Finish, Mat } from "../protocol";

/** A stroke: of a side in a square of 100, of a mat in millimetres from its middle. */
export interface Stroke {
  readonly d: string;
  readonly ink: string;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly round?: boolean;
}

/** A square with round corners, so far from the edge. */
function square(inset: number, corner: number): string {
  const [near, far] = [inset, 100 - inset];
  const arc = (x: number, y: number) => `A${corner} ${corner} 0 0 1 ${x} ${y}`;
  return [
    `M${near + corner} ${near}H${far - corner}${arc(far, near + corner)}`,
    `V${far - corner}${arc(far - corner, far)}`,
    `H${near + corner}${arc(near, far - corner)}V${near + corner}${arc(near + corner, near)}Z`,
  ].join("");
}

/** Four right angles. */
function corners(inset: number, reach: number): string {
  const [near, far] = [inset, 100 - inset];
  return [
    `M${near + reach} ${near}H${near}V${near + reach}`,
    `M${far - reach} ${near}H${far}V${near + reach}`,
    `M${far} ${far - reach}V${far}H${far - reach}`,
    `M${near + reach} ${far}H${near}V${far - reach}`,
  ].join("");
}

/** Teeth along all four sides. */
function teeth(near: number, deep: number, count: number): string {
  const step = (100 - 2 * deep) / count;
  const along = Array.from({ length: count }, (_, i) => deep + i * step);
  const sides: readonly ((a: number, b: number) => string)[] = [
    (a, b) => `${a} ${b}`,
    (a, b) => `${100 - b} ${a}`,
    (a, b) => `${100 - a} ${100 - b}`,
    (a, b) => `${b} ${100 - a}`,
  ];
  const points = sides.flatMap((at) => along.flatMap((a) => [at(a, deep), at(a + step / 2, near)]));
  return `M${points.join("L")}Z`;
}

/** They keep clear of the sign. Each has a dark and a light line, so that it is seen on light dice and on dark ones. */
export const FRAMES: Readonly<Record<Finish, readonly Stroke[]>> = {
  brass: [
    { d: square(8, 10), ink: "#5c3a08", width: 12 },
    { d: square(8, 10), ink: "#f4c654", width: 7 },
  ],
  stitch: [
    { d: square(8, 10), ink: "#14202c", width: 12 },
    { d: square(8, 10), ink: "#f6f1e4", width: 4, dash: [9, 6.4], round: true },
  ],
  check: [
    { d: square(8, 6), ink: "#f8f4ea", width: 12 },
    { d: square(8, 6), ink: "#141414", width: 12, dash: [12, 12] },
  ],
  corners: [
    { d: corners(9, 22), ink: "#16181b", width: 12 },
    { d: corners(9, 20), ink: "#e4ebf2", width: 6 },
  ],
  ember: [
    { d: square(7.5, 10), ink: "#3a0a04", width: 12 },
    { d: square(4.5, 12), ink: "#ffd75e", width: 3 },
    { d: square(10, 8), ink: "#ff7a2e", width: 3.4 },
  ],
  frost: [
    { d: square(8, 10), ink: "#123f63", width: 12 },
    { d: square(8, 10), ink: "#eafcff", width: 7, dash: [0.1, 11.5], round: true },
  ],
  rungs: [
    { d: square(8, 10), ink: "#4a2a10", width: 12 },
    { d: square(8, 10), ink: "#f0cf9a", width: 8, dash: [3.4, 6.6] },
  ],
  crown: [
    { d: square(7, 8), ink: "#2a0f45", width: 13 },
    { d: teeth(3.5, 12, 7), ink: "#ffd44a", width: 2.6 },
  ],
};

function circle(r: number): string {
  return `M${-r} 0A${r} ${r} 0 1 0 ${r} 0A${r} ${r} 0 1 0 ${-r} 0Z`;
}

function rings(): string {
  return [14, 24, 34, 44, 54, 64, 74, 84].map(circle).join("");
}

function waves(): string {
  return Array.from({ length: 11 }, (_, row) => {
    const y = -60 + row * 12;
    const crests = Array.from({ length: 8 }, () => "q5 -7 10 0t10 0").join("");
    return `M-80 ${y}${crests}`;
  }).join("");
}

function weave(): string {
  return Array.from({ length: 21 }, (_, i) => {
    const at = -140 + i * 14;
    return `M${at} -70L${at + 140} 70M${at} 70L${at + 140} -70`;
  }).join("");
}

/** A star of eight points in two circles. */
function compass(): string {
  const points = Array.from({ length: 16 }, (_, i) => {
    const reach = i % 2 ? 13 : i % 4 ? 32 : 46;
    const turn = (i * Math.PI) / 8;
    const round = (value: number) => Math.round(value * 100) / 100;
    return `${round(reach * Math.sin(turn))} ${round(reach * Math.cos(turn))}`;
  });
  return `M${points.join("L")}Z${circle(36)}${circle(40)}`;
}

/** Thin and faint: the dice lie on it. */
const FAINT = { ink: "#ffffff", width: 0.9 };
export const FIGURES: Readonly<Record<Mat, Stroke>> = {
  rings: { d: rings(), ...FAINT },
  waves: { d: waves(), ...FAINT },
  weave: { d: weave(), ...FAINT },
  compass: { d: compass(), ...FAINT },
};
/** How much of a figure is seen on the felt. */
export const FIGURE_SHOWS = 0.2;

/** Draws a stroke on a canvas that is scaled to it. */
export function drawStroke(context: CanvasRenderingContext2D, stroke: Stroke): void {
  context.strokeStyle = stroke.ink;
  context.lineWidth = stroke.width;
  context.setLineDash([...(stroke.dash ?? [])]);
  context.lineCap = stroke.round ? "round" : "butt";
  context.stroke(new Path2D(stroke.d));
}

/** The same as attributes of a path. */
export function strokeAttributes(stroke: Stroke): Record<string, string | number> {
  return {
    d: stroke.d,
    fill: "none",
    stroke: stroke.ink,
    "stroke-width": stroke.width,
    "stroke-linecap": stroke.round ? "round" : "butt",
    ...(stroke.dash ? { "stroke-dasharray": stroke.dash.join(" ") } : {}),
  };
}
