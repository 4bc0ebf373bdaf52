/** The engine in its thread: lines are opened, told and closed, questions are answered, and all ends when it fails. */

import { expect, test, vi } from "vitest";
import { drawerOf } from "../page";
import { FakeWorker } from "./worker";

vi.stubGlobal("Worker", FakeWorker);
vi.stubGlobal("location", { href: "http://host/page" });
vi.stubGlobal("navigator", {});
vi.spyOn(console, "warn").mockImplementation(() => undefined);
const { Engine } = await import("../../src/engine/engine");

test("lines and questions go to the thread and come back, until it fails", async () => {
  const engine = new Engine();
  const events = { opened: vi.fn(), received: vi.fn(), closed: vi.fn() };
  const wire = engine.dial(events);
  const asked = engine.get("games/x/record");
  await engine.start(false);
  const worker = FakeWorker.newest;
  const say = (data: object) => worker.onmessage({ data });
  expect(worker.heard.map((one) => (one as { type: string }).type)).toEqual([
    "start",
    "open",
    "get",
  ]);
  say({ type: "opened", line: 1 });
  say({ type: "told", line: 1, data: "a message" });
  expect([wire.isOpen, events.received.mock.calls]).toEqual([true, [["a message"]]]);
  wire.send("an answer");
  expect(worker.heard.at(-1)).toEqual({ type: "text", line: 1, text: "an answer" });
  say({ type: "got", ask: 2, status: 200, kind: "text/plain", body: new Uint8Array([104, 105]) });
  expect(await (await asked).text()).toBe("hi");
  const unanswered = engine.get("editions");
  say({ type: "failed", why: "no room" });
  expect([wire.isOpen, events.closed.mock.calls.length, worker.terminated]).toEqual([false, 1, 1]);
  expect((await unanswered).status).toBe(503);
});

test("a page that was loaded again to take the games over does so once, and another tab hears it", async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", drawerOf(kept));
  vi.stubGlobal("location", { reload: vi.fn() });
  const { claim, isTakingOver, takeOverAfterReload } = await import("../../src/engine/claim");
  expect(isTakingOver()).toBe(false);
  takeOverAfterReload();
  expect([isTakingOver(), isTakingOver()]).toEqual([true, false]);
  const request = vi.fn(
    async (_name: string, _how: object, got: (lock: object | null) => unknown) =>
      void got(request.mock.calls.length > 1 ? null : {}),
  );
  vi.stubGlobal("navigator", { locks: { request } });
  expect([await claim(true, vi.fn()), await claim(false, vi.fn())]).toEqual([true, false]);
  expect(request.mock.calls.map(([, how]) => how)).toEqual([
    { steal: true },
    { ifAvailable: true },
  ]);
});
