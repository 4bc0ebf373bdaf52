/** The beat of the picture: what is seen of a device that cannot keep up. */

import { afterEach, expect, test, vi } from "vitest";
import { Pulse } from "../../src/arena/pulse";

afterEach(() => vi.unstubAllGlobals());

/** Frames that come so many seconds after each other; what is done in them, in order. */
function beats(frames: number, seconds: number): string[] {
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
    tooSlow: () => done.push("plainer"),
  });
  pulse.wake();
  for (let frame = 1; frame <= frames; frame++) {
    const draw = next as FrameRequestCallback | null;
    next = null;
    draw?.(frame * seconds * 1000);
  }
  return done;
}

test("a picture that becomes plainer is drawn anew in the same frame: nobody sees an empty one", () => {
  const done = beats(40, 0.1);
  expect(done.slice(-2)).toEqual(["plainer", "drawn"]);
  expect(done.filter((one) => one === "plainer")).toHaveLength(1);
});

test("a device that keeps up loses nothing", () => {
  expect(new Set(beats(200, 0.016))).toEqual(new Set(["drawn"]));
});
