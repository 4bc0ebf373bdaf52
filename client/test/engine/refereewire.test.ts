/** The wire to the referee of this device: open when it is ready, gone when it fails. */

import { beforeEach, expect, test, vi } from "vitest";
import { refereeOf } from "../../src/engine/refereewire";
import { FakeWorker } from "./worker";

vi.stubGlobal("Worker", FakeWorker);
vi.spyOn(console, "warn").mockImplementation(() => undefined);

const LIST = new URL("http://host/engine/engine.json");
const MANIFEST = { folder: "v1", mujoco: "0", files: {} };
const events = { opened: vi.fn(), received: vi.fn(), closed: vi.fn() };

beforeEach(() => void vi.clearAllMocks());

function dialled() {
  const wire = refereeOf(LIST, MANIFEST)(events);
  return { wire, worker: FakeWorker.newest };
}

test("it starts the version it was given, and opens when that is ready", () => {
  const { wire, worker } = dialled();
  expect(worker.heard).toEqual([{ list: LIST.href, manifest: MANIFEST }]);
  expect(wire.isOpen).toBe(false);
  worker.onmessage({ data: { type: "ready" } });
  expect(wire.isOpen).toBe(true);
  expect(events.opened).toHaveBeenCalledOnce();
});

test("frames go in and out as they are", () => {
  const { wire, worker } = dialled();
  wire.send("a frame");
  expect(worker.heard.at(-1)).toBe("a frame");
  worker.onmessage({ data: { type: "told", text: "an answer" } });
  expect(events.received).toHaveBeenCalledWith("an answer");
});

test.each([
  [
    "says so",
    (worker: FakeWorker) => worker.onmessage({ data: { type: "failed", why: "no room" } }),
  ],
  ["breaks", (worker: FakeWorker) => worker.onerror({ message: "no script" })],
])("a referee that %s is ended, once", async (_how, fail) => {
  const { wire, worker } = dialled();
  worker.onmessage({ data: { type: "ready" } });
  fail(worker);
  wire.close();
  await Promise.resolve();
  expect(events.closed).toHaveBeenCalledOnce();
  expect([wire.isOpen, worker.terminated]).toEqual([false, 1]);
});
