/** A drawer keeps a value with its version, and drops what another version or nobody meant. */

import { expect, test } from "vitest";
import { drawer, VERSION } from "../../src/memory/drawer";
import { isText, listOf } from "../../src/shapes";
import { storage, stubPage } from "../page";

stubPage();
const words = (name: string) => drawer(name, [], listOf(isText, 2));

test("what is put in is there when the page comes back", () => {
  const put = words("a");
  expect(put.isEmpty).toBe(true);
  put.value = ["one"];
  expect(put.isEmpty).toBe(false);
  expect(words("a").value).toEqual(["one"]);
  put.empty();
  expect(words("a").isEmpty).toBe(true);
});

test.each([
  ["another version", { version: VERSION + 1, kept: ["one"] }],
  ["no version", ["one"]],
  ["another shape", { version: VERSION, kept: [1] }],
  ["too many", { version: VERSION, kept: ["one", "two", "three"] }],
  ["nothing", null],
])("%s is dropped", (_, found) => {
  storage.set("kessel.memory.b", JSON.stringify(found));
  expect(words("b").value).toEqual([]);
});
