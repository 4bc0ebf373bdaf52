/** What parts of the page ask for by themselves: a no is no error then. */

import { type ComponentType, h, render } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Fake, stubDocument } from "./dom";
import { gameView, seatView, snapshot, throwBy } from "./game/views";
import { answer, openPage, sent, stubPage } from "./page";

stubPage();
vi.stubGlobal("fetch", async () => new Response("[]"));
// How high something is only a browser knows.
vi.mock("../src/table/insets", () => ({ useInsets: () => ({ current: null }) }));
const { session, socket } = await openPage();
const { SessionContext } = await import("../src/session");
const said = vi.spyOn(session, "say");
let root: Fake;
const page = () => root as unknown as HTMLElement;

async function draw<Props extends object>(part: ComponentType<Props>, props: Props): Promise<void> {
  render(h(SessionContext.Provider, { value: session }, h(part, props)), page());
  await vi.advanceTimersByTimeAsync(200);
}

beforeEach(() => {
  vi.useFakeTimers();
  root = stubDocument();
});
afterEach(() => {
  render(null, page());
  vi.useRealTimers();
  said.mockClear();
});

test("a screen watches the table of its address, and asks for letters by which to come; a no is no error", async () => {
  const { ScreenView } = await import("../src/party/screen");
  socket.say(snapshot(null, { table: "mnopqrstuvwx" }));
  const before = sent.length;
  await draw(ScreenView, { code: "abcdefghijkl", stream: false });
  const asked = sent.slice(before).map(({ ref: _, ...all }) => all);
  expect(asked).toEqual([
    { type: "watch", table: "abcdefghijkl" },
    { type: "open_code", screen: true },
  ]);
  await answer(socket, "open_code", { type: "error", code: "wrong_seat", message: "" });
  expect(said).not.toHaveBeenCalled();
  render(null, page());
  const watched = sent.length;
  socket.say(snapshot(gameView(throwBy(0)), { table: "abcdefghijkl" }));
  await draw(ScreenView, { code: "abcdefghijkl", stream: false });
  const asks = sent.slice(watched).map(({ type }) => type);
  expect(asks, "it is there already").not.toContain("watch");
});

test("at a table with a bot that plays by numbers one hears when they are worked out; a no is no error", async () => {
  const { useWorkingOut } = await import("../src/table/workingout");
  const bot = seatView(1, { kind: "bot", level: "exact", yours: false });
  session.page.settled.value = true;
  socket.say(snapshot(gameView(throwBy(0), { game: "numbers" }), { seats: [seatView(0), bot] }));
  await draw(() => {
    useWorkingOut();
    return null;
  }, {});
  await answer(socket, "odds", { type: "error", code: "stale", message: "" });
  expect(said).not.toHaveBeenCalled();
  const odds = { type: "odds", state: 1, estimated: false, stop: null, throws: [] };
  for (const preparing of [true, false]) {
    socket.say({ ...odds, available: !preparing, preparing });
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(said).toHaveBeenCalledTimes(2);
});
