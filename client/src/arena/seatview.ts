/** Where supplies are in the picture, however the table is turned and however near one looks. Pure. */

import { PITCH, type SupplyPlace, supplySpot } from "./seats";
import type { Viewing } from "./stage";
import type { Supply } from "./types";

/** The picture of a supply: the rectangle that its dice keep within, and where from the box they lie. */
export interface SeatOnScreen {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly side: "near" | "far" | "left" | "right";
  /** Whether it lies farther up than the middle of the box. */
  readonly upper: boolean;
}

/** Dice lie askew: their corners reach farther than half an edge. */
const ASKEW = 1.16;

/** Where a supply is in the picture. */
export function seatOnScreen(
  place: SupplyPlace,
  supply: Pick<Supply, "loose" | "piles">,
  edge: number,
  view: Pick<Viewing, "project">,
): SeatOnScreen {
  const count = keptFor(place, supply.loose + supply.piles.length);
  const half = count ? (edge / 2) * ASKEW * place.scale : 0;
  const high = Math.max(count ? 1 : 0, ...supply.piles) * edge * place.scale;
  const spots = Array.from({ length: Math.max(1, count) }, (_, i) => supplySpot(place, i, count));
  const seen = spots.flatMap(([x, y]) =>
    [-half, half].flatMap((dx) =>
      [-half, half].flatMap((dy) => [0, high].map((z) => view.project(x + dx, y + dy, z))),
    ),
  );
  const [xs, ys] = [seen.map((point) => point.x), seen.map((point) => point.y)];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
    side: sideOnScreen(place, view),
    upper: view.project(place.x, place.y, 0).y < view.project(0, 0, 0).y,
  };
}

/** Where the box fills the screen, a supply at its side keeps all of its column: its name does not wander onto the rim. */
function keptFor({ away, scale, columns }: SupplyPlace, count: number): number {
  return away[0] !== 0 && scale < 1 ? Math.max(count, columns) : count;
}

/** To which side of the box a supply is seen. */
function sideOnScreen(
  { x, y, away }: SupplyPlace,
  view: Pick<Viewing, "project">,
): SeatOnScreen["side"] {
  const from = view.project(x, y, 0);
  const to = view.project(x + away[0] * PITCH, y + away[1] * PITCH, 0);
  const [right, down] = [to.x - from.x, to.y - from.y];
  if (Math.abs(right) > Math.abs(down)) return right < 0 ? "left" : "right";
  return down > 0 ? "near" : "far";
}
