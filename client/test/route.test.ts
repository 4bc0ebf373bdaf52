/** The address is the truth: what is read from it, and what is written into it. */

import { expect, test, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/", hash: "", search: "" });
vi.stubGlobal("window", { addEventListener: () => undefined });

const { addressOf, pathOf, readRoute, routeAt } = await import("../src/route");

test.each([
  ["/", "", { at: "home" }],
  ["/", "#lesson", { at: "lesson" }],
  ["/referee", "", { at: "referee" }],
  ["/t/abcdefghijkl", "", { at: "table", code: "abcdefghijkl", token: null }],
  ["/t/abcdefghijkl", "#secret", { at: "table", code: "abcdefghijkl", token: "secret" }],
  ["/r/abcdefghijklmnop", "", { at: "replay", code: "abcdefghijklmnop", throw: null }],
  ["/r/abcdefghijklmnop", "#7", { at: "replay", code: "abcdefghijklmnop", throw: 7 }],
  ["/", "#today", { at: "today" }],
  ["/screen/abcdefghijkl", "", { at: "screen", code: "abcdefghijkl", stream: false }],
  ["/screen/abcdefghijkl", "#stream", { at: "screen", code: "abcdefghijkl", stream: true }],
  ["/hand/abcdefghijkl", "", { at: "hand", code: "abcdefghijkl", token: null }],
  ["/hand/abcdefghijkl", "#secret", { at: "hand", code: "abcdefghijkl", token: "secret" }],
] as const)("%s%s", (path, hash, wanted) => {
  const route = readRoute(path, hash);
  expect(route).toEqual(wanted);
  expect(pathOf(route)).toBe(path + hash);
});

test.each(["#0", "#-1", "#x", "#1.5", "#123456"])("%s names no throw", (hash) => {
  expect(readRoute("/r/abcdefghijklmnop", hash)).toMatchObject({ throw: null });
});

test.each([
  ["#/t/abcdefghijkl", { at: "table", code: "abcdefghijkl", token: null }],
  ["#/t/abcdefghijkl#secret", { at: "table", code: "abcdefghijkl", token: "secret" }],
  ["#/r/abcdefghijklmnop", { at: "replay", code: "abcdefghijklmnop" }],
  ["#/referee", { at: "referee" }],
  ["#lesson", { at: "lesson" }],
  ["", { at: "home" }],
] as const)("without a server, in any folder: %s", (hash, wanted) => {
  const place = { pathname: "/games/kessel/", search: "?lang=de", hash };
  const route = routeAt(place, true);
  expect(route).toMatchObject(wanted);
  expect(addressOf(route, place, true)).toBe(`/games/kessel/?lang=de${hash}`);
});
