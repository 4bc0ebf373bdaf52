/** Every wish for a seat has a key of its own; the same wish keeps it until it has come true. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropWish, isWish, withKey } from "../../src/net/wish";
import { drawerOf } from "../page";

const JOIN = { type: "join", table: "abcdefghijkl", name: "Ann" } as const;
const KEY = /^[A-Za-z0-9_-]{32}$/;

function keyOf(message: Parameters<typeof withKey>[0]): unknown {
  return (withKey(message) as { key?: string }).key;
}

beforeEach(dropWish);
afterEach(() => void vi.unstubAllGlobals());

/** The key that a page loaded anew in this tab gives a wish. */
async function keyAfterReload(message: typeof JOIN): Promise<unknown> {
  vi.resetModules();
  const { withKey } = await import("../../src/net/wish");
  return (withKey(message) as { key?: string }).key;
}

function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", drawerOf(kept));
  return kept;
}

test("the same wish has the same key until it is dropped", () => {
  const key = keyOf(JOIN);
  expect(key).toMatch(KEY);
  expect(keyOf({ ...JOIN })).toBe(key);
  dropWish();
  expect(keyOf(JOIN)).toMatch(KEY);
  expect(keyOf(JOIN)).not.toBe(key);
});

test("another wish has another key", () => {
  const seek = { type: "seek", name: "Ann", editions: ["impact"] } as const;
  const keys = [JOIN, { ...JOIN, name: "Ben" }, { ...seek, editions: ["impact"] }].map(keyOf);
  expect(new Set(keys).size).toBe(3);
});

test("what gives no seat has no key", () => {
  for (const message of [{ type: "watch", table: "abcdefghijkl" }, { type: "rematch" }] as const) {
    expect(isWish(message)).toBe(false);
    expect(withKey(message)).toBe(message);
  }
});

test("a page loaded again before the answer wishes with the same key", async () => {
  stubStorage();
  const key = keyOf(JOIN);
  expect(await keyAfterReload(JOIN)).toBe(key);
  expect(await keyAfterReload({ ...JOIN, name: "Ann" })).toBe(key);
  dropWish();
  expect(await keyAfterReload(JOIN)).not.toBe(key);
});

test("what is kept in another shape, or not at all, gives a new key", async () => {
  const kept = stubStorage();
  for (const broken of ["{", "null", '{"wish":3,"key":"a"}']) {
    kept.set("kessel.wish", broken);
    expect(await keyAfterReload(JOIN)).toMatch(KEY);
  }
  vi.stubGlobal("sessionStorage", undefined);
  expect(await keyAfterReload(JOIN)).toMatch(KEY);
});
