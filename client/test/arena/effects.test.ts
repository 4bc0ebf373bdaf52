/** What happens to dice, without a picture: what would move is seen for a while where it is calm. */

import { beforeEach, expect, test } from "vitest";
import { Effects } from "../../src/arena/effects";
import { Motions } from "../../src/arena/motions";
import type { Show } from "../../src/arena/show";
import { body, Tabletop } from "../../src/arena/tabletop";

let top: Tabletop;
let motions: Motions;
let effects: Effects;

beforeEach(() => {
  top = new Tabletop();
  for (const id of [1, 2]) top.bodies.set(id, body([0, 0, 0, 1, 0, 0, 0]));
  motions = new Motions();
  effects = new Effects({
    top,
    motions,
    stage: { light: () => undefined },
    sound: { glow: () => undefined, flare: () => undefined },
    calm: true,
    wake: () => undefined,
    time: () => 0,
    stand: () => motions.wait(0.9),
  } as unknown as Show);
});

const settled = () => new Promise((next) => setTimeout(next, 0));

test("without motion matching dice are lit and stand before they are taken", async () => {
  let over = false;
  void effects.shine([1], false).then(() => {
    over = true;
  });
  await settled();
  expect([over, top.bodies.get(1)?.shine, top.bodies.get(2)?.shine]).toEqual([false, 1.3, 0]);
  motions.advance(1);
  await settled();
  expect(over).toBe(true);
});

test("without motion a die that is lost is seen to be before it is gone", async () => {
  void effects.smoke([1]);
  await settled();
  expect(top.bodies.get(1)?.shine).toBeGreaterThan(3);
  motions.advance(1);
  await settled();
  expect([...top.bodies.keys()]).toEqual([2]);
});
