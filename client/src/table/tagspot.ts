/** Where a name tag stands: outside the dice of its seat, on the screen, never on them. Pure. */

import type { SeatOnScreen } from "../arena/seats";

/** Between the dice and their tag, CSS pixels. */
const GAP = 6;
/** What a tag at the side needs, so that the edge of the screen does not cut it off. */
const TAG_ROOM = 140;

export interface TagSpot {
  /** The point that the tag touches with the middle of its near edge. */
  readonly x: number;
  readonly y: number;
  /** To which side of that point it stands. */
  readonly side: SeatOnScreen["side"];
}

/** `right` is where the screen ends; on a `low` one tags at both sides stand above, so that they match. */
export function tagSpot(seat: SeatOnScreen, right: number, low: boolean): TagSpot {
  const middle = { x: (seat.left + seat.right) / 2, y: (seat.top + seat.bottom) / 2 };
  if (seat.side === "near") return { x: middle.x, y: seat.bottom + GAP, side: "near" };
  if (seat.side === "left" && !low && seat.left - GAP >= TAG_ROOM)
    return { x: seat.left - GAP, y: middle.y, side: "left" };
  if (seat.side === "right" && !low && seat.right + GAP <= right - TAG_ROOM)
    return { x: seat.right + GAP, y: middle.y, side: "right" };
  const x = seat.side === "far" ? middle.x : within(middle.x, TAG_ROOM / 2, right - TAG_ROOM / 2);
  return { x, y: seat.top - GAP, side: "far" };
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
