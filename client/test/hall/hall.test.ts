/** A server that is slow with an answer outside of the line is said to be. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { late, SERVER } from "../../src/hall/hall";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the oldest answer that is owed counts", async () => {
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  const first = SERVER.get("games/a");
  await vi.advanceTimersByTimeAsync(2000);
  expect(late.value).toBe("");
  const second = SERVER.get("games/b");
  await vi.advanceTimersByTimeAsync(1000);
  expect(late.value).toBe("late");
  await vi.advanceTimersByTimeAsync(12_000);
  expect(late.value).toBe("very_late");
  answers[0]?.(new Response());
  await first;
  expect(late.value).toBe("late");
  answers[1]?.(new Response());
  await second;
  expect(late.value).toBe("");
});

test("one that fails is owed no more", async () => {
  vi.stubGlobal("fetch", () => new Promise((_, reject) => setTimeout(reject, 4000)));
  const failed = SERVER.get("games/a").catch(() => "failed");
  await vi.advanceTimersByTimeAsync(3000);
  expect(late.value).toBe("late");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await failed).toBe("failed");
  expect(late.value).toBe("");
});

test("a report is asked for again while it is being prepared, and known from then on", async () => {
  const answers = [{ status: "preparing" }, { status: "ready" }];
  vi.stubGlobal("window", { setTimeout, clearTimeout });
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(answers.shift())));
  const { askReview, knownReview } = await import("../../src/hall/review");
  const told = vi.fn();
  askReview("abc", told);
  await vi.advanceTimersByTimeAsync(100);
  expect([told.mock.lastCall, knownReview("abc")]).toEqual([[{ status: "preparing" }], null]);
  await vi.advanceTimersByTimeAsync(3000);
  expect([told.mock.lastCall, knownReview("abc")]).toEqual([
    [{ status: "ready" }],
    { status: "ready" },
  ]);
  answers.push({ status: "preparing" });
  askReview("def", told)();
  await vi.advanceTimersByTimeAsync(100);
  expect(told, "whoever has gone hears nothing").toHaveBeenCalledTimes(2);
});
