/** One tab has the games in hand; another may take them over. */

import { beforeEach, expect, test, vi } from "vitest";
import { claim, isTakingOver, takeOverAfterReload } from "../../src/engine/claim";
import { drawerOf } from "../page";

/** Locks as browsers have them: one holder, others turned away, or the holder robbed. */
class Locks {
  #rob: (() => void) | null = null;

  request(
    _name: string,
    how: { steal?: boolean },
    hold: (lock: object | null) => Promise<void> | undefined,
  ): Promise<void> {
    if (this.#rob && !how.steal) return Promise.resolve(hold(null));
    this.#rob?.();
    return new Promise((_done, fail) => {
      this.#rob = () => fail(new DOMException("stolen", "AbortError"));
      void hold({});
    });
  }
}

const kept = new Map<string, string>();
const reload = vi.fn();

beforeEach(() => {
  kept.clear();
  reload.mockClear();
  vi.stubGlobal("navigator", { locks: new Locks() });
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", drawerOf(kept));
});

test("the first tab has the games, a second one does not and takes nothing away", async () => {
  const lost = vi.fn();
  expect(await claim(false, lost)).toBe(true);
  expect(await claim(false, vi.fn())).toBe(false);
  expect(lost).not.toHaveBeenCalled();
});

test("who takes them over has them, and the other tab hears so", async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  await claim(false, first);
  expect(await claim(true, second)).toBe(true);
  await vi.waitFor(() => expect(first).toHaveBeenCalledOnce());
  expect(second).not.toHaveBeenCalled();
});

test("without locks nobody is asked", async () => {
  vi.stubGlobal("navigator", {});
  expect(await claim(false, vi.fn())).toBe(true);
  expect(await claim(false, vi.fn())).toBe(true);
});

test("a tab that is to take over says so once after its reload", () => {
  expect(isTakingOver()).toBe(false);
  takeOverAfterReload();
  expect(reload).toHaveBeenCalledOnce();
  expect([isTakingOver(), isTakingOver()]).toEqual([true, false]);
});
