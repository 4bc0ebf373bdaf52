/** A name tag touches the rectangle of its dice from outside, or stands above it. */

import { expect, test } from "vitest";
import type { SeatOnScreen } from "../../src/arena/seatview";
import { inShare, inSight, roomAt, tagSpot } from "../../src/table/tagspot";

const WIDE = 1440;
const FIELD = { top: 48, right: WIDE, bottom: 700, low: false, narrow: false };

function seat(side: SeatOnScreen["side"], left: number): SeatOnScreen {
  return { left, top: 300, right: left + 90, bottom: 380, side, upper: false };
}

test("each side has its place outside the dice", () => {
  expect(tagSpot(seat("near", 600), FIELD)).toEqual({ x: 594, y: 340, side: "left" });
  expect(tagSpot(seat("near", 120), FIELD)).toEqual({ x: 165, y: 386, side: "near" });
  expect(tagSpot(seat("far", 600), FIELD)).toEqual({ x: 645, y: 294, side: "far" });
  expect(tagSpot(seat("left", 200), FIELD)).toEqual({ x: 194, y: 340, side: "left" });
  expect(tagSpot(seat("right", 1100), FIELD)).toEqual({ x: 1196, y: 340, side: "right" });
});

test.each([-120, 0, 145])("with no room at the left (%f) it stands above, in sight", (left) => {
  const at = tagSpot(seat("left", left), FIELD);
  expect(at).toMatchObject({ y: 294, side: "far" });
  expect(at.x).toBeGreaterThanOrEqual(70);
});

test.each([1210, 1400, 1700])("and at the right (%f)", (left) => {
  const at = tagSpot(seat("right", left), FIELD);
  expect(at).toMatchObject({ y: 294, side: "far" });
  expect(at.x).toBeLessThanOrEqual(WIDE - 70);
});

test("none stands on the buttons of the bar above, but beside its dice towards the middle", () => {
  const upper = (side: SeatOnScreen["side"], left: number, top: number) =>
    tagSpot({ ...seat(side, left), top, bottom: top + 200 }, FIELD);
  expect(upper("left", 100, 46)).toEqual({ x: 196, y: 63, side: "right" });
  expect(upper("right", 1240, 60)).toEqual({ x: 1234, y: 75, side: "left" });
  expect(upper("right", 1240, 84)).toMatchObject({ y: 78, side: "far" });
  expect(upper("far", 600, 46)).toMatchObject({ y: 40, side: "far" });
  expect(upper("left", 200, 46)).toMatchObject({ x: 194, side: "left" });
});

test("on a narrow screen one's own name is below", () => {
  expect(tagSpot(seat("near", 600), { ...FIELD, narrow: true })).toMatchObject({ side: "near" });
});

test("on a low screen the left one stands above, a lower one below", () => {
  const low = { ...FIELD, low: true };
  const lower = { ...seat("left", 600), top: 400, bottom: 480 };
  expect(tagSpot(lower, low)).toEqual({ x: 645, y: 486, side: "near" });
  const upper = { ...seat("left", 600), top: 100, bottom: 180, upper: true };
  expect(tagSpot(upper, low)).toEqual({ x: 645, y: 94, side: "far" });
});

test("beyond the bars it is out of sight", () => {
  expect(inSight({ x: 700, y: 700, side: "near" }, FIELD)).toBe(true);
  expect(inSight({ x: 700, y: 701, side: "near" }, FIELD)).toBe(false);
  expect(inSight({ x: 700, y: 706, side: "near" }, { ...FIELD, low: true })).toBe(true);
  expect(inSight({ x: 700, y: 707, side: "near" }, { ...FIELD, low: true })).toBe(false);
  expect(inSight({ x: 700, y: 30, side: "far" }, FIELD)).toBe(true);
  expect(inSight({ x: 700, y: 12, side: "far" }, FIELD)).toBe(false);
  for (const side of ["left", "right"] as const) {
    expect(inSight({ x: 700, y: 700, side }, FIELD)).toBe(true);
    expect(inSight({ x: 700, y: 720, side }, FIELD)).toBe(false);
  }
});

test("of several beside each other each keeps to its share of the width", () => {
  const spot = tagSpot(seat("far", 600), FIELD);
  expect(inShare(spot, 0, 4, 400)).toEqual({ ...spot, x: 50 });
  expect(inShare(spot, 3, 4, 400)).toEqual({ ...spot, x: 350 });
});

test("a tag ends before the edge of the screen, whichever side it stands to", () => {
  const room = (side: SeatOnScreen["side"], left: number) =>
    roomAt(tagSpot(seat(side, left), FIELD), FIELD);
  expect(room("left", 200)).toBe(190);
  expect(room("right", 1100)).toBe(240);
  expect(room("left", 0)).toBe(132);
  expect(room("far", 600)).toBe(2 * 641);
  expect(roomAt({ x: -20, y: 0, side: "far" }, FIELD)).toBe(0);
});
