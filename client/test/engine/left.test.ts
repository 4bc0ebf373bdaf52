/** The table that was left on this device is found without its engine, and nothing else is. */

import { beforeEach, expect, test, vi } from "vitest";
import { Database } from "../../src/engine/database";
import { stubPage } from "../page";
import { Disk } from "./indexed";

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
