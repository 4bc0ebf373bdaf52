/** Who may hurry the bots, and who may jump to the result. */

import { beforeEach, expect, test } from "vitest";
import { gameView, overWith, seatView, snapshot, throwBy } from "../game/views";
import { openPage, stubPage } from "../page";

stubPage();
const { canJump, jumping } = await import("../../src/table/hurrying");
const { session, socket } = await openPage();
const { page } = session;

const bot = seatView(1, { kind: "bot", bot_plays: true, yours: false });
const friend = seatView(1, { yours: false });

function show(eliminated: number[], seats = [seatView(0), bot], over = false): void {
  const game = gameView(over ? overWith([1]) : throwBy(1), { eliminated });
  socket.say(snapshot(game, { seats, stage: over ? "over" : "playing" }));
}

beforeEach(() => {
  jumping.value = false;
});

test("whoever is out of a game among bots may jump to its result, once", () => {
  show([]);
  expect(canJump(page)).toBe(false);
  show([0]);
  expect(canJump(page)).toBe(true);
  jumping.value = true;
  expect(canJump(page)).toBe(false);
});

test("not while a friend still plays, unless a bot plays for them", () => {
  show([0], [seatView(0), friend]);
  expect(canJump(page)).toBe(false);
  show([0], [seatView(0), { ...friend, bot_plays: true }]);
  expect(canJump(page)).toBe(true);
});

test("not when it is over, and not for watchers", () => {
  show([0], [seatView(0), bot], true);
  expect(canJump(page)).toBe(false);
  show([0], [seatView(0, { yours: false }), bot]);
  expect(canJump(page)).toBe(false);
});
