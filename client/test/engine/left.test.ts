/** The table that was left on this device is found without its engine, and nothing else is. */

import { beforeEach, expect, test, vi } from "vitest";
import { Database } from "../../src/engine/database";
import { tableLeftHere } from "../../src/engine/left";
import { Disk } from "./indexed";

beforeEach(() => {
  const disk = new Disk();
  vi.stubGlobal("indexedDB", disk.indexedDB);
  vi.stubGlobal("IDBKeyRange", disk.IDBKeyRange);
});

test("its code is what the engine kept beside its games", async () => {
  expect(await tableLeftHere()).toBeNull();
  const shelf = await Database.open();
  await shelf.put(["page/kessel.table"], ['{"table":"abcdefghijkl","tokens":["x"]}']);
  expect(await tableLeftHere()).toBe("abcdefghijkl");
  await shelf.remove("page/kessel.table");
  expect(await tableLeftHere()).toBeNull();
});

test.each(["null", "7", '{"table":1}', "no JSON"])("nothing comes of %s", async (kept) => {
  await (await Database.open()).put(["page/kessel.table"], [kept]);
  expect(await tableLeftHere()).toBeNull();
});

test("a browser that keeps nothing has no table", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("refused", "SecurityError");
    },
  });
  expect(await tableLeftHere()).toBeNull();
});
