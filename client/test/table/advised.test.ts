/** Which throw the coach proposes, and when. */

import { expect, test } from "vitest";
import { gameView, snapshot, throwBy } from "../game/views";
import { openPage, stubPage } from "../page";

stubPage();
const { advised } = await import("../../src/table/aim");
const { coachAims } = await import("../../src/settings");
const { session, socket } = await openPage();
const { page } = session;
const aim = { x: 0.01, y: 0, side: 1, speed: 1.8, height: 0.085, spin: 30 };

test("only for this very throw, only if wished", () => {
  socket.say(snapshot(gameView(throwBy(0), { state: 5 })));
  expect(advised(page)).toBeNull();
  socket.say({ type: "advice", ref: null, state: 5, unit: "1", aim, worth: 0.5, preparing: false });
  expect(advised(page)).toBeNull();
  coachAims.value = true;
  expect(advised(page)).toEqual(aim);
  socket.say({ type: "advice", ref: null, state: 4, unit: "1", aim, worth: 0.5, preparing: false });
  expect(advised(page)).toBeNull();
});
