/** Where a name tag stands: outside the dice of its seat, on the screen, never on them. Pure. */

import type { SeatOnScreen } from "../arena/seatview";

/** Between the dice and their tag, CSS pixels. */
const GAP = 6;
/** What a tag at the side needs, so that the edge of the screen does not cut it off. */
const TAG_ROOM = 140;
/** The same where there is no other place for it. */
const LEAST_ROOM = 128;
const TAG_HEIGHT = 30;
/** Kept free at the edges of the screen. */
const EDGE = 4;

export interface TagSpot {
  /** The point that the tag touches with the middle of its near edge. */
  readonly x: number;
  readonly y: number;
  /** To which side of that point it stands. */
  readonly side: SeatOnScreen["side"];
}

/** What of the screen is free for the table, to where, CSS pixels. */
interface Field {
  /** Where the bar above ends; beside its buttons there is room for those who sit opposite. */
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** A low screen has little room at the sides: tags stand above an upper supply there, and below a lower one. */
  readonly low: boolean;
  /** A narrow one has none beside one's own dice. */
  readonly narrow: boolean;
}

export function tagSpot(seat: SeatOnScreen, field: Field): TagSpot {
  const middle = { x: (seat.left + seat.right) / 2, y: (seat.top + seat.bottom) / 2 };
  const { right, low } = field;
  if (seat.side === "near")
    return !field.narrow && seat.left - GAP >= TAG_ROOM
      ? { x: seat.left - GAP, y: middle.y, side: "left" }
      : { x: middle.x, y: seat.bottom + GAP, side: "near" };
  if (seat.side === "left" && !low && seat.left - GAP >= TAG_ROOM)
    return { x: seat.left - GAP, y: middle.y, side: "left" };
  if (seat.side === "right" && seat.right + GAP <= right - (low ? LEAST_ROOM : TAG_ROOM))
    return { x: seat.right + GAP, y: middle.y, side: "right" };
  const beside = seat.side === "left" || seat.side === "right";
  if (low && beside && !seat.upper) {
    const x = within(middle.x, TAG_ROOM / 2, right - TAG_ROOM / 2);
    return { x, y: seat.bottom + GAP, side: "near" };
  }
  if (beside && !low && seat.top - GAP - TAG_HEIGHT < field.top) return inside(seat, field.top);
  const x = seat.side === "far" ? middle.x : within(middle.x, TAG_ROOM / 2, right - TAG_ROOM / 2);
  return { x, y: seat.top - GAP, side: "far" };
}

/** Beside an upper supply, towards the middle of the table: above it are the buttons of the bar. */
function inside(seat: SeatOnScreen, top: number): TagSpot {
  const y = Math.max(seat.top, top) + TAG_HEIGHT / 2;
  return seat.side === "left"
    ? { x: seat.right + GAP, y, side: "right" }
    : { x: seat.left - GAP, y, side: "left" };
}

/** The same in the middle of one of several equal shares of the width, counted from the left. */
export function inShare(spot: TagSpot, share: number, shares: number, width: number): TagSpot {
  return { ...spot, x: ((share + 0.5) / shares) * width };
}

/** How wide a tag may be there without being cut off at an edge. */
export function roomAt({ x, side }: TagSpot, { right }: Field): number {
  if (side === "left") return x - EDGE;
  if (side === "right") return right - x - EDGE;
  return 2 * Math.max(0, Math.min(x, right - x) - EDGE);
}

/** Whether it is in the free field: where one looks from near, some dice are beyond the bars. A low screen has
 * room for a name below that field. */
export function inSight({ y, side }: TagSpot, { bottom, low }: Field): boolean {
  return Math.floor(y) <= bottom + (low ? GAP : 0) && (side === "near" || y >= TAG_HEIGHT);
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
