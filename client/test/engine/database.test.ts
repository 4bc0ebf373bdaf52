/** The browser's database as a shelf: in order, all or nothing, and only where the guard holds. */

import { beforeEach, expect, test, vi } from "vitest";
import { Database } from "../../src/engine/database";
import { Disk } from "./indexed";

let disk: Disk;
let shelf: Database;

beforeEach(async () => {
  disk = new Disk();
  vi.stubGlobal("indexedDB", disk.indexedDB);
  vi.stubGlobal("IDBKeyRange", disk.IDBKeyRange);
  shelf = await Database.open();
});

test("what is put is there, in the order of the names, under its prefix only", async () => {
  const bytes = new Uint8Array([1, 2]);
  expect(await shelf.put(["b/2", "a/1", "b/1"], ["two", "other", bytes])).toBe(true);
  expect(await shelf.get("b/2")).toBe("two");
  expect(await shelf.get("b/3")).toBeUndefined();
  expect(await shelf.scan("b/")).toEqual([
    ["b/1", bytes],
    ["b/2", "two"],
  ]);
});

test("nothing is written where the guard does not hold", async () => {
  await shelf.put(["end"], ["1 5"]);
  expect(await shelf.put(["end", "entry"], ["1 6", "x"], "end", "1 5")).toBe(true);
  expect(await shelf.put(["end", "entry"], ["2 6", "y"], "end", "1 5")).toBe(false);
  expect(await shelf.put(["new"], ["z"], "new", null)).toBe(true);
  expect(await shelf.put(["new"], ["again"], "new", null)).toBe(false);
  expect(Object.fromEntries(disk.things)).toEqual({ end: "1 6", entry: "x", new: "z" });
});

test("what is forgotten is gone, and only that", async () => {
  await shelf.put(["a/1", "a/2", "b/1", "c"], ["1", "2", "3", "4"]);
  await shelf.drop(["a/", "c"]);
  expect([...disk.things.keys()]).toEqual(["b/1"]);
  await shelf.remove("b/1");
  expect(disk.things.size).toBe(0);
});

test("a disk that is full says so, and nothing is half written", async () => {
  disk.full = new DOMException("no room", "QuotaExceededError");
  await expect(shelf.put(["a", "b"], ["1", "2"])).rejects.toThrow("no room");
  disk.full = null; // some browsers give no reason
  await expect(shelf.put(["a"], ["1"])).rejects.toThrow("not written");
  expect(disk.things.size).toBe(0);
});
