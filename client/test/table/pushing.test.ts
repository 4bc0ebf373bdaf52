/** Pushing dice by keyboard: choose, move, leave. */

import { beforeEach, expect, test, vi } from "vitest";
import { gameView, snapshot, throwBy } from "../game/views";
import { openPage, sent, stubPage } from "../page";

stubPage();
const { pushEnds, pushKey } = await import("../../src/table/keys");
const { director } = await import("../../src/table/display");
const { session, socket } = await openPage();
const { page } = session;
const { pushing } = page;

const grasp = {
  mark: vi.fn(),
  slide: vi.fn((die: number, x: number, y: number) => ({ die, x, y })),
  showAim: vi.fn(),
};
const pose = (x: number) =>
  [x, 0, 0.008, 1, 0, 0, 0] as [number, number, number, number, number, number, number];

beforeEach(() => {
  director.value = { arena: { grasp } } as never;
  pushing.value = true;
  const lying = [
    { dice: [{ id: 4, face: "5", pose: pose(0.01) }] },
    { dice: [{ id: 7, face: "6", pose: pose(-0.02) }] },
  ];
  socket.say(snapshot(gameView(throwBy(0), { arena: lying })));
});

test("keys push nothing unless dice are being pushed", () => {
  pushing.value = false;
  expect(pushKey(page, "ArrowLeft")).toBe(false);
});

test("arrows move the chosen die on from where it is, and letting go leaves it there", () => {
  expect(pushKey(page, "ArrowRight")).toBe(true);
  expect(pushKey(page, "ArrowRight")).toBe(true);
  expect(grasp.slide.mock.lastCall?.[0]).toBe(4);
  expect(grasp.slide.mock.lastCall?.[1]).toBeCloseTo(0.018);
  const before = sent.length;
  pushEnds(session, "ArrowRight");
  pushEnds(session, "ArrowRight");
  const pushes = sent.slice(before).filter(({ type }) => type === "push");
  expect(pushes).toHaveLength(1);
  expect(pushes[0]).toMatchObject({ dice: [{ die: 4 }] });
});

test("n chooses the next die, round and round; other keys are not for pushing", () => {
  pushKey(page, "n");
  expect(grasp.mark.mock.lastCall).toEqual([7]);
  pushKey(page, "ArrowUp");
  expect(grasp.slide.mock.lastCall?.[0]).toBe(7);
  pushEnds(session, "ArrowUp");
  pushKey(page, "n");
  expect(grasp.mark.mock.lastCall).toEqual([4]);
  expect(pushKey(page, "e")).toBe(false);
});
