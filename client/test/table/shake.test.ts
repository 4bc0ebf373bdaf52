/** Shakes of a phone, from what it feels. */

import { expect, test, vi } from "vitest";
import { stubPage } from "../page";

stubPage();
const { mayShake, Shakes } = await import("../../src/table/shake");

/** Feels forces one after the other, 20 ms apart; what came of them. */
function felt(shakes: InstanceType<typeof Shakes>, forces: readonly number[], from = 1): number[] {
  return forces.flatMap((force, i) => shakes.feel(force, from + i * 0.02) ?? []);
}

const rest = Array.from({ length: 20 }, () => 0.5);

test("a phone that lies or is carried about throws nothing", () => {
  expect(felt(new Shakes(), rest)).toEqual([]);
  expect(felt(new Shakes(), [3, 8, 11, 9, 4, ...rest])).toEqual([]);
});

test("a shake is one throw, when it has ended, as hard as it was at its hardest", () => {
  const shakes = new Shakes();
  expect(felt(shakes, [14, 2, 23, 3, 18])).toEqual([]);
  expect(shakes.strength).toBeCloseTo(0.5);
  expect(felt(shakes, rest, 1.1)).toEqual([0.5]);
  expect(shakes.strength).toBeNull();
  expect(felt(shakes, rest, 3)).toEqual([]);
  expect(felt(shakes, [60, ...rest], 5)).toEqual([1]);
});

test("where the phone wants to be asked, its answer counts; elsewhere nobody is asked", async () => {
  vi.stubGlobal("DeviceMotionEvent", {});
  expect(await mayShake()).toBe(true);
  for (const [answer, allowed] of [
    [Promise.resolve("granted"), true],
    [Promise.resolve("denied"), false],
    [Promise.reject(new Error("no gesture")), false],
  ] as const) {
    vi.stubGlobal("DeviceMotionEvent", { requestPermission: () => answer });
    expect(await mayShake()).toBe(allowed);
  }
});
