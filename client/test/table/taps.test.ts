import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Taps } from "../../src/table/answers/taps";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("tells all taps a few times a second, not each of them", () => {
  const told: number[] = [];
  const taps = new Taps(0, 30, (done) => told.push(done));
  for (let n = 0; n < 12; n++) {
    taps.tap();
    vi.advanceTimersByTime(80);
  }
  expect(taps.done).toBe(12);
  expect(told.length).toBeLessThanOrEqual(9);
  expect(told.at(-1)).toBeGreaterThanOrEqual(11);
  vi.advanceTimersByTime(200);
  expect(told.at(-1)).toBe(12);
});

it("tells until the table has counted what a quick thumb did", () => {
  let counted = 0;
  const taps = new Taps(0, 7, (done) => {
    counted = Math.min(done, counted + 1);
    taps.hear(counted);
  });
  for (let n = 0; n < 40; n++) taps.tap();
  expect(taps.done).toBe(7);
  vi.advanceTimersByTime(5_000);
  expect(counted).toBe(7);
});

it("goes on telling while the line stalls, and stops at the end", () => {
  const told: number[] = [];
  const taps = new Taps(2, 9, (done) => told.push(done));
  taps.tap();
  vi.advanceTimersByTime(1_000);
  expect(told.length).toBeGreaterThan(5);
  expect(new Set(told)).toEqual(new Set([3]));
  taps.end();
  const before = told.length;
  vi.advanceTimersByTime(1_000);
  expect(told.length).toBe(before);
});
