/** The beat of the picture: what is seen of a device that cannot keep up. */

import { afterEach, expect, test, vi } from "vitest";
import { Pulse } from "../../src/arena/pulse";

afterEach(() => vi.unstubAllGlobals());

/** Frames that come so many seconds after each other, again and again; what is done in them, in order. */
function beats(frames: number, ...apart: number[]): string[] {
  const done: string[] = [];
  let next: FrameRequestCallback | null = null;
  vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => {
    next = draw;
    return 1;
  });
  vi.stubGlobal("performance", { now: () => 0 });
  const pulse = new Pulse({
    advance: () => true,
    draw: () => done.push("drawn"),
    busy: () => true,
    tooSlow: (much) => done.push(much ? "much plainer" : "plainer"),
  });
  pulse.wake();
  let now = 0;
  for (let frame = 0; frame < frames; frame++) {
    const draw = next as FrameRequestCallback | null;
    next = null;
    now += (apart[frame % apart.length] ?? 0) * 1000;
    draw?.(now);
  }
  return done;
}

test("a picture that becomes plainer is drawn anew in the same frame: nobody sees an empty one", () => {
  const done = beats(40, 0.05);
  expect(done.slice(-2)).toEqual(["plainer", "drawn"]);
  expect(done.filter((one) => one === "plainer")).toHaveLength(1);
});

test("a device that keeps up loses nothing", () => {
  expect(new Set(beats(200, 0.016))).toEqual(new Set(["drawn"]));
});

test.each([0.11, 0.25, 0.42, 0.6])(
  "frames %f s apart are much too slow within two seconds",
  (apart) => {
    const done = beats(Math.floor(2 / apart), apart);
    expect(done).toContain("much plainer");
  },
);

test("a few long frames among quick ones are not much too slow", () => {
  expect(beats(200, 0.9, 0.9, 0.016)).not.toContain("much plainer");
  expect(beats(200, 0.09)).not.toContain("much plainer");
});
