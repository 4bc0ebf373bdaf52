/** The signs are drawn once: the library's pictures have the same as the page. */

import { expect, test } from "vitest";
import library from "../../../src/kessel/game/signs.json";
import { SIGNS } from "../../src/arena/signs";

test("the library draws every sign as the page does", () => {
  expect(Object.keys(library).length).toBe(16);
  expect(library).toEqual(SIGNS);
});
