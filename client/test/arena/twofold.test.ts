/** The flat picture stands until 3D is ready, and is back where that is too slow or lost. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Stage } from "../../src/arena/stage";
import { type Losable, Twofold } from "../../src/arena/twofold";

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
