/** What the engine keeps on this device: its tables in a drawer, claimed by one tab, left for good. */

import { beforeEach, expect, test, vi } from "vitest";
import { claim, isTakingOver, takeOverAfterReload } from "../../src/engine/claim";
import { Database } from "../../src/engine/database";
import { EngineDrawer } from "../../src/engine/drawer";
import { drawerOf, stubPage } from "../page";
import { Disk } from "./indexed";

// What the page remembers of its games: known at once, written in order, and only what changed.

test("it knows what was kept, and writes what changes", () => {
  const written: [string, string | null][] = [];
  const drawer = new EngineDrawer([["a", "1"]], (name, thing) => written.push([name, thing]));
  expect(drawer.getItem("a")).toBe("1");
  expect(drawer.getItem("b")).toBeNull();
  drawer.setItem("a", "1");
  drawer.setItem("b", "2");
  drawer.removeItem("a");
  drawer.removeItem("a");
  expect(drawer.getItem("b")).toBe("2");
  expect(drawer.getItem("a")).toBeNull();
  expect(written).toEqual([
    ["b", "2"],
    ["a", null],
  ]);
});

// The table that was left on this device is found without its engine, and nothing else is.

stubPage();
const { tableLeftHere } = await import("../../src/engine/left");
const { forgetTable, keepTable, leftForGood } = await import("../../src/settings");
const { DEVICE, hall } = await import("../../src/hall/hall");

beforeEach(() => {
  const disk = new Disk();
  vi.stubGlobal("indexedDB", disk.indexedDB);
  vi.stubGlobal("IDBKeyRange", disk.IDBKeyRange);
});

test("its code is what the engine kept beside its games", async () => {
  expect(await tableLeftHere(leftForGood.value)).toBeNull();
  const shelf = await Database.open();
  await shelf.put(["page/kessel.table"], ['{"table":"abcdefghijkl","tokens":["x"]}']);
  expect(await tableLeftHere(leftForGood.value)).toBe("abcdefghijkl");
  await shelf.remove("page/kessel.table");
  expect(await tableLeftHere(leftForGood.value)).toBeNull();
});

test("one that was left for good is not offered, though the engine had no time to forget it", async () => {
  hall.value = DEVICE;
  keepTable({ table: "abcdefghijkl", tokens: ["x"], secret: "s", host: null });
  const shelf = await Database.open();
  await shelf.put(["page/kessel.table"], ['{"table":"abcdefghijkl","tokens":["x"]}']);
  expect(await tableLeftHere(leftForGood.value)).toBe("abcdefghijkl");
  forgetTable("abcdefghijkl");
  expect(await tableLeftHere(leftForGood.value)).toBeNull();
  keepTable({ table: "abcdefghijkl", tokens: ["x"], secret: "s", host: null });
  expect(await tableLeftHere(leftForGood.value)).toBe("abcdefghijkl");
});

test.each(["null", "7", '{"table":1}', "no JSON"])("nothing comes of %s", async (kept) => {
  await (await Database.open()).put(["page/kessel.table"], [kept]);
  expect(await tableLeftHere(leftForGood.value)).toBeNull();
});

test("a browser that keeps nothing has no table", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("refused", "SecurityError");
    },
  });
  expect(await tableLeftHere(leftForGood.value)).toBeNull();
});

// One tab has the games in hand; another may take them over.

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
