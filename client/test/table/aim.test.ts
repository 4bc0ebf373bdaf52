/** Aiming by key and button: where, from which side, how hard. */

import { beforeEach, expect, test, vi } from "vitest";
import boxes from "../../src/arena/boxes.json";
import { openPage, stubPage } from "../page";

stubPage();
const { session } = await openPage();
const { page } = session;
let now = 1000;
let frame: (() => void) | null = null;
vi.stubGlobal("performance", { now: () => now });
vi.stubGlobal("requestAnimationFrame", (next: () => void) => {
  frame = next;
  return 1;
});
const {
  aimKey,
  calmDown,
  charge,
  FIRM,
  letGo,
  showStrength,
  strength,
  strengthAfter,
  strengthName,
} = await import("../../src/table/aim");

function hold(seconds: number): void {
  charge(page);
  now += seconds * 1000;
  frame?.();
}

beforeEach(() => calmDown());

test("nothing held, nothing thrown", () => expect(letGo(page)).toBeNull());

test("a tap is the box's firm throw", () => {
  charge(page);
  expect(strength.value).toBe(FIRM);
  expect(letGo(page)).toMatchObject(boxes.strike.strengths.firm);
  hold(0.15);
  expect(letGo(page)).toMatchObject(boxes.strike.strengths.firm);
});

test("whoever holds goes from firm to wild, then down to gentle, and up again", () => {
  const seen = [0.2, 0.8, 1.4, 2.0, 2.6].map(strengthAfter);
  for (const [i, expected] of [0.5, 1, 0.5, 0, 0.5].entries())
    expect(seen[i]).toBeCloseTo(expected);
});

test("what is thrown is what was shown, and then nothing is shown any more", () => {
  hold(0.8);
  expect(strength.value).toBeCloseTo(1);
  now += 400; // Nothing was drawn in the meantime.
  expect(letGo(page)?.speed).toBeCloseTo(boxes.strike.strengths.wild.speed);
  expect(strength.value).toBeNull();
  hold(2.0);
  expect(letGo(page)?.speed).toBeCloseTo(boxes.strike.strengths.gentle.speed);
});

test("a strength is called by the throw whose speed is nearest", () => {
  expect([0, 0.24, 0.26, 0.74, 0.76, 1].map(strengthName)).toEqual([
    "gentle",
    "gentle",
    "firm",
    "firm",
    "wild",
    "wild",
  ]);
});

test("a flick that is being drawn shows its strength without being held", () => {
  showStrength(0.7);
  expect(strength.value).toBe(0.7);
  expect(letGo(page)).toBeNull();
  showStrength(null);
  expect(strength.value).toBeNull();
});

test("calming down throws nothing", () => {
  hold(0.5);
  calmDown();
  expect(strength.value).toBeNull();
  expect(letGo(page)).toBeNull();
});

test("arrow keys move the aim, but not out of the arena", () => {
  const at = () => {
    charge(page);
    return letGo(page);
  };
  const before = at();
  expect(aimKey(page, "ArrowRight")).toBe(true);
  expect(at()?.x).toBeGreaterThan(before?.x ?? 0);
  for (let i = 0; i < 100; i++) aimKey(page, "ArrowRight");
  const edge = at()?.x ?? 0;
  aimKey(page, "ArrowRight");
  expect(at()?.x).toBe(edge);
  for (let i = 0; i < 100; i++) aimKey(page, ",");
  const widest = at()?.side ?? 0;
  aimKey(page, ",");
  expect(at()?.side).toBe(widest);
  expect(aimKey(page, "q")).toBe(false);
});
