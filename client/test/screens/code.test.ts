/** What people type to come to a table. */

import { expect, test } from "vitest";
import { stubPage } from "../page";

stubPage();
const { shortCode, tableCode } = await import("../../src/screens/code");

test("a link, its code, and what stands behind it", () => {
  expect(tableCode(" https://play.example/t/abcdefghij23 ")).toBe("abcdefghij23");
  expect(tableCode("abcdefghij23#secret")).toBe("abcdefghij23");
  expect(tableCode("abcdefghij2")).toBeNull();
});

test("four letters, large or small", () => {
  expect(shortCode(" bcdf ")).toBe("BCDF");
  expect(shortCode("BCDFG")).toBeNull();
  expect(shortCode("BC2F")).toBeNull();
  expect(tableCode("bcdf")).toBeNull();
});
