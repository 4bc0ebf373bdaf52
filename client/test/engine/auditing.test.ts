/** Stories go to the auditor's thread, and verdicts back to whoever asked; throws of the day, too. */

import { beforeEach, expect, test, vi } from "vitest";
import { FakeWorker } from "./worker";

vi.stubGlobal("location", { href: "http://table/" });
interface Posted {
  readonly story?: number;
  readonly lines?: string;
  readonly date?: string;
}
vi.stubGlobal("Worker", FakeWorker);
const posted = () => FakeWorker.newest.heard as Posted[];
const told = (data: object) => FakeWorker.newest.onmessage({ data });
const { offline } = await import("../../src/engine/offline");
const { Auditing } = await import("../../src/engine/auditing");
const AIM = { x: 0, y: 0, side: 0, speed: 1, height: 0, spin: 0 };

beforeEach(() => {
  offline.value = { state: "kept" };
});

test("every story has its own verdicts", () => {
  const auditing = new Auditing();
  const [first, second] = [vi.fn(), vi.fn()];
  auditing.begin("en", first)(["a", "b"]);
  auditing.begin("en", second)(["c"]);
  expect(posted().map((one) => one.lines)).toEqual(["a\nb", "c"]);
  told({ story: posted()[1]?.story, verdict: "v" });
  expect([first.mock.calls, second.mock.calls]).toEqual([[], [["v"]]]);
});

test("a thread that fails says so to all, and the next question starts another", () => {
  const auditing = new Auditing();
  const heard = vi.fn();
  auditing.begin("en", heard)(["a"]);
  const thread = FakeWorker.newest;
  thread.onerror({ message: "" });
  expect(heard).toHaveBeenCalledWith(null);
  expect(thread.terminated).toBe(1);
  auditing.begin("en", heard)(["b"]);
  expect(FakeWorker.newest).not.toBe(thread);
  expect(posted()).toHaveLength(1);
});

test("a throw of the day comes back to whoever asked, and not at all without an engine", async () => {
  const auditing = new Auditing();
  const [first, second] = [auditing.day("2026-11-17", AIM), auditing.day("2026-11-18", AIM)];
  expect(posted().map((one) => one.date)).toEqual(["2026-11-17", "2026-11-18"]);
  told({ date: "2026-11-17", thrown: '{"out":[]}' });
  expect(await first).toEqual({ out: [] });
  auditing.end();
  expect(await second).toBeNull();
  offline.value = { state: "offered", bytes: 1 };
  expect(await auditing.day("2026-11-19", AIM)).toBeNull();
});
