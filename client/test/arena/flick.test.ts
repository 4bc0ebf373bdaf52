/** What a hand's movement becomes: direction, strength, spin, or nothing. */

import { describe, expect, test } from "vitest";
import boxes from "../../src/arena/boxes.json";
import { aimOf, flickAim, flightPath, motion, ontoMat, type Sample } from "../../src/arena/flick";
import { inside } from "../../src/arena/outline";
import { aimField, places } from "../../src/arena/seats";
import type { Box } from "../../src/arena/types";

const box = boxes.strike as unknown as Box;

const EVERYWHERE = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };

function swipe(vx: number, vy: number, count = 8, step = 0.012): Sample[] {
  return Array.from({ length: count }, (_, i) => {
    const time = i * step;
    return { x: -0.02 + vx * time, y: -0.1 + vy * time, time };
  });
}

test("velocity comes from the last tenth of a second only", () => {
  const slow = swipe(0, 0.05, 10, 0.05).map((s) => ({ ...s, time: s.time - 1 }));
  const moved = motion([...slow, ...swipe(0, 1)]);
  expect(moved?.vy).toBeCloseTo(1);
  expect(moved?.vx).toBeCloseTo(0);
});

test("a flick up the screen is a throw from the near side", () => {
  const aim = flickAim(swipe(0, 0.9), box);
  expect(aim?.side).toBeCloseTo(-Math.PI / 2);
});

test("from the left it comes from the left", () => {
  const aim = flickAim(swipe(0.8, 0.8), box);
  expect(aim?.side).toBeCloseTo((-3 * Math.PI) / 4);
});

test("harder flicks are harder throws, within what a hand can do", () => {
  const soft = flickAim(swipe(0, 0.3), box);
  const hard = flickAim(swipe(0, 3), box);
  expect(hard?.speed).toBeGreaterThan(soft?.speed ?? Number.POSITIVE_INFINITY);
  expect(hard?.speed).toBeLessThanOrEqual(box.aim.speed[1] ?? 0);
  expect(hard?.speed).toBeCloseTo(box.strengths.wild?.speed ?? 0);
});

test("letting go slowly is no throw", () => {
  expect(flickAim(swipe(0, 0.02), box)).toBeNull();
  expect(flickAim([], box)).toBeNull();
});

test("a bent path spins more than a straight one", () => {
  const bent = Array.from({ length: 8 }, (_, i): Sample => {
    const turn = (i / 7) * 1.2;
    return {
      x: -0.02 + 0.08 * (1 - Math.cos(turn)),
      y: -0.1 + 0.08 * Math.sin(turn),
      time: i * 0.012,
    };
  });
  const straight = flickAim(swipe(0, 0.95), box);
  const curved = flickAim(bent, box);
  expect((curved?.spin ?? 0) / (curved?.speed ?? 1)).toBeGreaterThan(
    (straight?.spin ?? 0) / (straight?.speed ?? 1),
  );
});

describe("the aim stays on the mat", () => {
  test.each([
    [0.3, 0.3],
    [-0.2, 0],
    [0, -0.4],
    [0.01, 0.02],
  ])("%d %d", (x, y) => {
    const [onX, onY] = ontoMat(box, x, y);
    expect(inside(box.outline, onX, onY)).toBeGreaterThan(0.01);
  });
});

test("strength 0, a half and 1 are the gentle, the firm and the wild throw", () => {
  const speeds = [0, 0.5, 1].map((strength) => aimOf(box, 0, 0, 0, strength).speed);
  expect(speeds[0]).toBeCloseTo(box.strengths.gentle?.speed ?? 0, 3);
  expect(speeds[1]).toBeCloseTo(box.strengths.firm?.speed ?? 0, 3);
  expect(speeds[2]).toBeCloseTo(box.strengths.wild?.speed ?? 0, 2);
});

test.each([0.1234567, Math.PI, -Math.PI, -1e-9, 2.5])(
  "an aim from side %f has few digits",
  (side) => {
    for (const value of Object.values(aimOf(box, 0.0123456, -1e-9, side, 0.3333333))) {
      expect(JSON.stringify(value).length, "to a tenth of a millimetre").toBeLessThan(8);
      expect(Object.is(value, -0)).toBe(false);
    }
    expect(Math.abs(aimOf(box, 0, 0, side, 0.5).side)).toBeLessThanOrEqual(Math.PI);
  },
);

test("the shown path ends at the mark and begins at the hand's height", () => {
  const aim = aimOf(box, 0.01, 0.02, -Math.PI / 2, 0.5);
  const path = flightPath(aim, box.die.edge, 24, EVERYWHERE);
  expect(path.at(-1)?.[0]).toBeCloseTo(0.01);
  expect(path.at(-1)?.[1]).toBeCloseTo(0.02);
  expect(path[0]?.[2]).toBeCloseTo(aim.height);
});

test.each([-Math.PI / 2, -2.2, 0, Math.PI])(
  "the shown path from side %f keeps to the field: names and sentences lie beyond",
  (side) => {
    const aim = aimOf(box, 0.01, 0.02, side, 1);
    const field = aimField(box);
    const outside = ([x, y]: readonly [number, number, number]) =>
      Math.abs(x) > field.x + 1e-9 || Math.abs(y) > field.y + 1e-9;
    const whole = flightPath(aim, box.die.edge, 24, EVERYWHERE);
    const shown = flightPath(aim, box.die.edge, 24, field);
    expect(whole.some(outside), "the control: it comes from farther away").toBe(true);
    expect(shown.some(outside)).toBe(false);
    expect(shown).toHaveLength(24);
    expect(shown.at(-1)).toEqual(whole.at(-1));
    expect(shown[0]?.[2]).toBeLessThan(aim.height);
    expect(shown.flat().every(Number.isFinite)).toBe(true);
  },
);

test("an aim is drawn up to one's own first row of dice", () => {
  const [own] = places(box, 2, "wide", 0);
  expect(aimField(box).y).toBeGreaterThanOrEqual(-(own?.y ?? 0));
});
