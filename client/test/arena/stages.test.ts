/** Which picture is shown: as plain as the device needs it. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pulse } from "../../src/arena/pulse";
import type { Stage } from "../../src/arena/stage";
import { type Losable, Twofold } from "../../src/arena/twofold";
import { stubPage } from "../page";

// The beat of the picture: what is seen of a device that cannot keep up.

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

// The flat picture stands until 3D is ready, and is back where that is too slow or lost.

/** A stage of which only what is said to it counts. */
function stage(name: string) {
  const told: string[] = [];
  const view = { turn: 0, nudge: (turn: number) => (view.turn += turn) };
  const tell = (what: string) => (value: unknown) => void told.push(`${what} ${value}`);
  const made = {
    onReady: () => undefined,
    onLost: () => undefined,
    picture: name,
    view,
    dress: tell("dress"),
    spread: tell("spread"),
    light: tell("light"),
    resize: tell("resize"),
    spare: () => false,
    dispose: () => told.push("disposed"),
  };
  return { made: made as unknown as Losable, told, view };
}

const surface = { replaceChildren: vi.fn() };
const onFlat = vi.fn();
const seen = () => surface.replaceChildren.mock.lastCall?.[0];

beforeEach(() => void vi.clearAllMocks());

async function twofold(isWished = false) {
  const [flat, solid] = [stage("flat"), stage("solid")];
  const depth = { stage: Promise.resolve(solid.made), isWished, onFlat };
  const both = new Twofold(surface as unknown as HTMLElement, flat.made as Stage, depth);
  both.dress("impact");
  both.light(0.5);
  both.light(1);
  await Promise.resolve();
  await Promise.resolve();
  return { both, flat, solid };
}

test("flat until the other is ready, which is told everything that was said before", async () => {
  const { both, flat, solid } = await twofold();
  const ready = vi.fn();
  both.onReady = ready;
  expect([seen(), both.view, both.awaits]).toEqual(["flat", flat.view, true]);
  expect(solid.told).toEqual(["dress impact", "light 1"]);
  flat.view.turn = 2;
  solid.made.onReady();
  expect([seen(), both.view, solid.view.turn]).toEqual(["solid", solid.view, 2]);
  expect(both.awaits).toBe(false);
  expect(ready).toHaveBeenCalledOnce();
  both.resize(3, 4);
  both.spread(null);
  expect([flat.told.at(-1), solid.told.at(-1)]).toEqual(["spread null", "spread null"]);
});

test("much too slow is flat again, and said; a little too slow is not", async () => {
  const { both, solid } = await twofold();
  expect([both.spare(true), onFlat.mock.calls]).toEqual([false, []]); // it is not even seen
  solid.made.onReady();
  expect([both.spare(false), seen()]).toEqual([false, "solid"]);
  expect([both.spare(true), seen()]).toEqual([true, "flat"]);
  expect(solid.told.at(-1)).toBe("disposed");
  expect(onFlat).toHaveBeenCalledOnce();
  expect(both.spare(true)).toBe(false);
});

test("what is wished stays, however slow, until it is lost", async () => {
  const { both, solid } = await twofold(true);
  solid.made.onReady();
  expect([both.spare(true), seen()]).toEqual([false, "solid"]);
  solid.made.onLost();
  expect(seen()).toBe("flat");
  expect(onFlat).toHaveBeenCalledOnce();
});

test("one that comes too late is not shown", async () => {
  const [flat, solid] = [stage("flat"), stage("solid")];
  const depth = { stage: Promise.resolve(solid.made), isWished: false, onFlat };
  new Twofold(surface as unknown as HTMLElement, flat.made as Stage, depth).dispose();
  await Promise.resolve();
  await Promise.resolve();
  expect([solid.told, flat.told]).toEqual([["disposed"], ["disposed"]]);
});

test.each([
  ["?quality=flat", 16, 32, false, { picture: "flat", isWished: true }],
  ["", 2, 8, false, { picture: "low", isWished: false }],
  ["", 8, 2, false, { picture: "low", isWished: false }],
  ["", 4, 4, false, { picture: "medium", isWished: false }],
  ["", 8, 8, false, { picture: "high", isWished: false }],
  ["", 8, 8, true, { picture: "medium", isWished: false }],
] as const)(
  "begins as wished (%j), or as %i cores, %i GB and a finger (%s) let one hope",
  async (search, hardwareConcurrency, deviceMemory, matches, expected) => {
    stubPage(search);
    vi.stubGlobal("navigator", { hardwareConcurrency, deviceMemory });
    const { startPicture } = await import("../../src/settings");
    vi.stubGlobal("window", { matchMedia: () => ({ matches }) });
    expect(startPicture()).toEqual(expected);
  },
);
