/** Lines go to the thread that throws them again: in order, once, and only where there is an engine. */

import { beforeEach, expect, test, vi } from "vitest";

vi.stubGlobal("location", { href: "http://table/" });
const posted: { game: string; lines: readonly string[] }[] = [];
let told: (event: { data: object }) => void = () => undefined;
vi.stubGlobal(
  "Worker",
  class {
    set onmessage(next: typeof told) {
      told = next;
    }
    postMessage(message: (typeof posted)[number]): void {
      posted.push(message);
    }
  },
);
const { offline } = await import("../../src/engine/offline");
const { Rethrower } = await import("../../src/engine/rethrower");

beforeEach(() => {
  posted.length = 0;
  offline.value = { state: "kept" };
});

test("what was heard again is not thrown again, and nothing after a gap", () => {
  const rethrower = new Rethrower(() => undefined);
  rethrower.hear("g", 0, ["a", "b"]);
  rethrower.hear("g", 1, ["b", "c"]);
  rethrower.hear("g", 1, ["b"]);
  rethrower.hear("g", 9, ["z"]);
  rethrower.hear("h", 3, ["y"]);
  rethrower.hear("h", 0, ["a"]);
  expect(posted.map((one) => [one.game, ...one.lines])).toEqual([
    ["g", "a", "b"],
    ["g", "c"],
    ["h", "a"],
  ]);
});

test("without an engine nothing is", () => {
  offline.value = { state: "none" };
  const rethrower = new Rethrower(() => undefined);
  rethrower.hear("g", 0, ["a"]);
  expect([rethrower.isReady, posted]).toEqual([false, []]);
});

test("what was found is told", () => {
  const found = vi.fn();
  new Rethrower(found).hear("g", 0, ["a"]);
  told({ data: { game: "g", throw: 0, fell: "same" } });
  expect(found).toHaveBeenCalledWith({ game: "g", throw: 0, fell: "same" });
});

test("a throw of the day comes back to whoever asked, and not at all without an engine", async () => {
  const rethrower = new Rethrower(() => undefined);
  const aim = { x: 0, y: 0, side: 0, speed: 1, height: 0, spin: 0 };
  const [first, second] = [rethrower.day("2026-11-17", aim), rethrower.day("2026-11-18", aim)];
  await Promise.resolve();
  told({ data: { date: "2026-11-17", thrown: '{"arena":[],"out":[4],"frame":""}' } });
  told({ data: { date: "2026-11-18", thrown: null } });
  expect(await first).toEqual({ arena: [], out: [4], frame: "" });
  expect(await second).toBeNull();
  offline.value = { state: "none" };
  expect(await rethrower.day("2026-11-17", aim)).toBeNull();
});
