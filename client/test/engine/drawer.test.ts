/** What the page remembers of its games: known at once, written in order, and only what changed. */

import { expect, test } from "vitest";
import { EngineDrawer } from "../../src/engine/drawer";

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
