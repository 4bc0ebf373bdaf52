/** The box on its table in SVG, drawn once for each look; in metres, y up the picture. */

import type { Mat } from "../../protocol";
import { FIGURE_SHOWS, FIGURES, strokeAttributes } from "../finery";
import type { Look } from "../looks";
import { type Rim, smooth } from "../outline";
import { type Extent, extent } from "../seats";
import { SIGNS } from "../signs";
import type { Box } from "../types";
import { make, short } from "./svg";

const SIGNS_ROUND = 15;

/** The gradients that everything drawn here uses. */
export function shades(look: Look): SVGElement {
  const stop = (offset: number, colour: string, opacity: number) =>
    make("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
  const glow = { gradientUnits: "objectBoundingBox" };
  return make(
    "defs",
    {},
    make(
      "radialGradient",
      { id: "flat-shadow", ...glow },
      stop(0.35, "#000", 0.6),
      stop(1, "#000", 0),
    ),
    make(
      "radialGradient",
      { id: "flat-table", cy: 0.42, r: 0.75 },
      stop(0, look.wood.base, 1),
      stop(1, look.wood.dark, 1),
    ),
    make(
      "radialGradient",
      { id: "flat-mat", cy: 0.62, r: 0.62 },
      stop(0, "#fff", 0.13),
      stop(0.6, "#000", 0),
      stop(1, "#000", 0.34),
    ),
    make(
      "linearGradient",
      { id: "flat-sheen", x2: 0.4, y2: 1 },
      stop(0, "#fff", 0.3),
      stop(0.5, "#fff", 0),
      stop(1, "#000", 0.22),
    ),
  );
}

function ring(rims: readonly Rim[], outward: number): string {
  const points = rims.map(
    ({ x, y, nx, ny }) => `${short((x + nx * outward) * 1000)} ${short((y + ny * outward) * 1000)}`,
  );
  return `M${points.join("L")}Z`;
}

/** The box from above, from the cloth it stands on to its mat; in millimetres with y up. */
export function drawBox(box: Box, look: Look): SVGGElement {
  const rims = smooth(box.outline);
  const wall = box.wall[box.wall.length - 1]?.[0] ?? 0;
  const outer = wall + box.rim.width;
  const { cloth, air, colours } = look;
  const { mat, wall: inside, rim, edge } = colours;
  const area = (outward: number, fill: string, more: Record<string, string | number> = {}) =>
    make("path", { d: ring(rims, outward), fill, ...more });
  const line = (stroke: string, width: number) => ({ stroke, "stroke-width": width });
  return make(
    "g",
    {},
    area(outer + 0.06, cloth.base ?? air),
    area(outer + 0.055, "none", line(cloth.line, 0.8)),
    area(outer + 0.006, "#000", { opacity: 0.45 }),
    area(outer, rim, line(edge, 1.2)),
    area(wall, inside, line(edge, 0.8)),
    area(wall, "#000", { opacity: 0.4 }),
    area(wall / 2, "#000", { opacity: 0.3 }),
    area(0, mat, line("#000", 0.6)),
    ...inlay(rims, wall + box.rim.width / 2, look),
    area(0, "url(#flat-mat)"),
  );
}

/** The figure on the mat; empty where there is none. */
export function drawFigure(box: Box, mat: Mat | null): SVGElement[] {
  if (!mat) return [];
  const shape = make("path", { d: ring(smooth(box.outline), 0) });
  const line = make("path", { ...strokeAttributes(FIGURES[mat]), opacity: FIGURE_SHOWS });
  const inside = { "clip-path": "url(#flat-mat-shape)" };
  return [make("clipPath", { id: "flat-mat-shape" }, shape), make("g", inside, line)];
}

/** What is painted on the rim: a line, or the signs of the edition all the way round. */
function inlay(rims: readonly Rim[], outward: number, { inlay: paint }: Look): SVGElement[] {
  if (!paint.signs.length) {
    const line = { d: ring(rims, outward), fill: "none", stroke: paint.colour };
    return [make("path", { ...line, "stroke-width": 1.4 })];
  }
  return Array.from({ length: SIGNS_ROUND }, (_, i) => {
    const rim = rims[Math.floor((i * rims.length) / SIGNS_ROUND)];
    const sign = SIGNS[paint.signs[i % paint.signs.length] ?? ""];
    if (!rim || !sign) return make("g");
    const x = short((rim.x + rim.nx * outward) * 1000);
    const y = short((rim.y + rim.ny * outward) * 1000);
    const turn = short((Math.atan2(rim.ny, rim.nx) * 180) / Math.PI - 90);
    const place = `translate(${x} ${y}) rotate(${turn}) scale(.085 -.085) translate(-50 -50)`;
    const one = make("g", { transform: place, fill: "none", opacity: 0.9 });
    if (sign.fill) one.append(make("path", { d: sign.fill, fill: paint.colour }));
    if (sign.stroke)
      one.append(
        make("path", { d: sign.stroke, stroke: paint.colour, "stroke-width": sign.width ?? 10 }),
      );
    return one;
  });
}

/** Two curved arrows around the box, in millimetres: which way the turn goes. */
export function drawArrows(box: Box, colour: string): SVGGElement {
  const { x, y }: Extent = extent(box);
  const group = make("g", { fill: "none", stroke: colour, "stroke-width": 1.6, opacity: 0.7 });
  for (const half of [0, Math.PI]) {
    const at = (angle: number, more = 0) =>
      [
        ((x + 0.024) * 1000 + more) * Math.cos(angle + half),
        ((y + 0.024) * 1000 + more) * Math.sin(angle + half),
      ].map(short);
    const points = Array.from({ length: 12 }, (_, i) => at(0.98 - i * 0.045).join(" "));
    const tip = `M${at(0.485, -4).join(" ")}L${at(0.41).join(" ")}L${at(0.485, 4).join(" ")}Z`;
    group.append(
      make("path", { d: `M${points.join("L")}` }),
      make("path", { d: tip, fill: colour, stroke: "none" }),
    );
  }
  return group;
}
