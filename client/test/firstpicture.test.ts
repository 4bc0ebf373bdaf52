/** The page begins after its first picture, and never waits for one that does not come. */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const SOURCE = readFileSync(new URL("../src/firstpicture.js", import.meta.url), "utf8");
const LONGEST_MS = 200;

interface Tab {
  readonly hidden: boolean;
  readonly drawn: boolean;
}

/** Runs it as the build has it, before a script that says it has begun. */
function open({ hidden, drawn }: Tab) {
  const frames: (() => void)[] = [];
  const began = vi.fn();
  const run = new Function(
    "document",
    "performance",
    "requestAnimationFrame",
    "began",
    `return (async () => { ${SOURCE}; began(); })();`,
  );
  const performance = { getEntriesByName: () => (drawn ? [{}] : []) };
  run({ hidden }, performance, (frame: () => void) => frames.push(frame), began);
  return { frames, began };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is drawn comes first", async () => {
  const { frames, began } = open({ hidden: false, drawn: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(began).not.toHaveBeenCalled();
  frames[0]?.();
  await Promise.resolve();
  expect(began, "the frame is drawn after its callbacks").not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(began).toHaveBeenCalledOnce();
});

test("a browser that draws nothing does not keep the page waiting", async () => {
  const { began } = open({ hidden: false, drawn: false });
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(began).toHaveBeenCalledOnce();
});

test.each([
  { hidden: true, drawn: false },
  { hidden: false, drawn: true },
])("nothing to wait for: %o", async (tab) => {
  const { frames, began } = open(tab);
  await Promise.resolve();
  expect(frames).toEqual([]);
  expect(began).toHaveBeenCalledOnce();
});
