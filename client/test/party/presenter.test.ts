/** A hand keeps the pace of the big screen: it waits for flights, feels its own, and then counts. */

import { beforeEach, expect, test, vi } from "vitest";
import { gameView, lose, snapshot, stepTo, throwBy } from "../game/views";
import { openPage, stubPage } from "../page";

stubPage();
const vibrate = vi.fn();
vi.stubGlobal("navigator", { vibrate });
vi.mock("../../src/arena/trajectory", () => ({
  readTrajectory: async () => ({
    rate: 60,
    frames: 6,
    contacts: [
      { time: 0.01, impulse: 0.006 },
      { time: 0.02, impulse: 0.001 },
    ],
  }),
}));
const { HandPresenter } = await import("../../src/party/presenter");
const { speed } = await import("../../src/settings");
const { said } = await import("../../src/speech/announcement");
const { session, socket } = await openPage();
const { page } = session;
const { settled, table } = page;
new HandPresenter(session);

const BYTES = new Uint8Array([0x4b, 0x46, 1, 0, 0, 0, 0, 0, 9]).buffer;

function thrownBy(seat: number, bytes = 1): object {
  const casts = [{ seat, unit: "1", aim: null, by_table: false }];
  return { type: "thrown", game: "g", throw: 0, casts, bytes };
}

beforeEach(async () => {
  vibrate.mockClear();
  speed.value = 1;
  socket.say(snapshot(gameView(throwBy(0))));
  await vi.waitFor(() => expect(settled.value).toBe(true));
});

test("what came of a throw counts when it has flown, and own hits are felt", async () => {
  socket.say(thrownBy(0));
  socket.say(stepTo(gameView(throwBy(1), { state: 2 }), { events: [lose(4)] }));
  socket.onmessage({ data: BYTES as never });
  expect(settled.value).toBe(false);
  expect(table.value.game?.state).toBe(1);
  await vi.waitFor(() => expect(table.value.game?.state).toBe(2));
  expect(vibrate).toHaveBeenCalledTimes(1);
  expect(said.value?.lines.map(({ key }) => key)).toEqual(["say.x"]);
});

test("the throws of others are not felt", async () => {
  socket.say(thrownBy(1));
  socket.onmessage({ data: BYTES as never });
  socket.say(stepTo(gameView(throwBy(0), { state: 3 })));
  await vi.waitFor(() => expect(table.value.game?.state).toBe(3));
  expect(vibrate).not.toHaveBeenCalled();
});

test("who wants everything at once waits for nothing", async () => {
  speed.value = 0;
  const before = performance.now();
  socket.say(thrownBy(1, 0));
  socket.say(stepTo(gameView(throwBy(0), { state: 4 })));
  await vi.waitFor(() => expect(table.value.game?.state).toBe(4), { interval: 1 });
  expect(performance.now() - before).toBeLessThan(1000);
});

test("a hand waits for a screen that says what it has shown, however long the flight is", async () => {
  speed.value = 0;
  socket.say({ type: "screen", state: 4 });
  socket.say(thrownBy(1, 0));
  socket.say(stepTo(gameView(throwBy(0), { state: 5 })));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(table.value.game?.state, "the screen has not").not.toBe(5);
  expect(settled.value).toBe(false);
  socket.say({ type: "screen", state: 5 });
  await vi.waitFor(() => expect(table.value.game?.state).toBe(5));
});

test("a screen that says nothing more keeps nobody for ever", async () => {
  vi.useFakeTimers();
  socket.say({ type: "screen", state: 5 });
  socket.say(stepTo(gameView(throwBy(0), { state: 6 })));
  await vi.advanceTimersByTimeAsync(11_000);
  expect(table.value.game?.state).not.toBe(6);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(table.value.game?.state).toBe(6);
  socket.say(stepTo(gameView(throwBy(0), { state: 7 })));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(table.value.game?.state, "nor a second time").toBe(7);
  vi.useRealTimers();
});
