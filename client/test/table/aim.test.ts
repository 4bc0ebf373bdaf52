/** Aiming by key and button: where, from which side, how hard. */

import { beforeEach, expect, test, vi } from "vitest";
import { stubPage } from "../page";

stubPage();
let now = 1000;
let frame: (() => void) | null = null;
vi.stubGlobal("performance", { now: () => now });
vi.stubGlobal("requestAnimationFrame", (next: () => void) => {
  frame = next;
  return 1;
});
const { aimKey, calmDown, charge, letGo, strength } = await import("../../src/table/aim");

function hold(seconds: number): void {
  charge();
  now += seconds * 1000;
  frame?.();
}

beforeEach(() => calmDown());

test("nothing held, nothing thrown", () => expect(letGo()).toBeNull());

test("the longer one holds the harder it gets, up to a point, and then softer again", () => {
  hold(0.55);
  expect(strength.value).toBeCloseTo(0.5);
  now += 550;
  frame?.();
  expect(strength.value).toBeCloseTo(1);
  now += 550;
  frame?.();
  expect(strength.value).toBeCloseTo(0.5);
});

test("letting go throws with the strength reached and begins again at nothing", () => {
  hold(1.1);
  const hard = letGo();
  expect(strength.value).toBe(0);
  charge();
  const soft = letGo();
  expect(hard?.speed).toBeGreaterThan((soft?.speed ?? 0) + 1);
});

test("calming down throws nothing", () => {
  hold(0.5);
  calmDown();
  expect(strength.value).toBe(0);
  expect(letGo()).toBeNull();
});

test("arrow keys move the aim, but not out of the arena", () => {
  const at = () => {
    charge();
    return letGo();
  };
  const before = at();
  expect(aimKey("ArrowRight")).toBe(true);
  expect(at()?.x).toBeGreaterThan(before?.x ?? 0);
  for (let i = 0; i < 100; i++) aimKey("ArrowRight");
  const edge = at()?.x ?? 0;
  aimKey("ArrowRight");
  expect(at()?.x).toBe(edge);
  for (let i = 0; i < 100; i++) aimKey(",");
  const widest = at()?.side ?? 0;
  aimKey(",");
  expect(at()?.side).toBe(widest);
  expect(aimKey("q")).toBe(false);
});
