/** A flick on a phone as one on the table. */

import { expect, test } from "vitest";
import { flickAim } from "../../src/arena/flick";
import { BOXES } from "../../src/arena/stage";
import { onTable } from "../../src/party/flickpad";

const PHONE = { left: 10, top: 60, width: 370, height: 600 };

/** Ten samples from one point to another, all in a tenth of a second. */
function flick(from: readonly [number, number], to: readonly [number, number], pad = PHONE) {
  return Array.from({ length: 10 }, (_, i) => {
    const share = i / 9;
    const x = from[0] + (to[0] - from[0]) * share;
    const y = from[1] + (to[1] - from[1]) * share;
    return onTable(pad, x, y, share / 10);
  });
}

test("the middle of the pad is the middle of the mat, up is away", () => {
  expect(onTable(PHONE, 195, 270, 1)).toEqual({ x: 0, y: expect.closeTo(0), time: 1 });
  expect(onTable(PHONE, 195, 100, 1).y).toBeGreaterThan(0.1);
  expect(onTable(PHONE, 300, 270, 1).x).toBeGreaterThan(0.05);
});

test("a quick stroke up is a hard throw from one's own side", () => {
  const aim = flickAim(flick([195, 500], [195, 280]), BOXES.strike);
  expect(aim?.side).toBeCloseTo(-Math.PI / 2, 1);
  expect(aim?.speed).toBeGreaterThan(1.5);
  expect(Math.abs(aim?.x ?? 1)).toBeLessThan(0.01);
});

test("a stroke to the right flies to the right, a slow one is none", () => {
  expect(flickAim(flick([195, 400], [290, 300]), BOXES.strike)?.x).toBeGreaterThan(0.02);
  expect(flickAim(flick([195, 300], [195, 295]), BOXES.strike)).toBeNull();
});

test("on a tablet the same stroke of the hand is the same throw", () => {
  const tablet = { ...PHONE, width: 900 };
  const wide = { ...PHONE, width: 480 };
  const [a] = flick([300, 300], [300, 300], tablet);
  const [b] = flick([300, 300], [300, 300], wide);
  expect(a?.y).toBe(b?.y);
});
