/** Every wish for a seat has a key of its own; the same wish keeps it until it has come true. */

import { beforeEach, expect, test } from "vitest";
import { dropWish, isWish, withKey } from "../../src/net/wish";

const JOIN = { type: "join", table: "abcdefghijkl", name: "Ann" } as const;
const KEY = /^[A-Za-z0-9_-]{32}$/;

function keyOf(message: Parameters<typeof withKey>[0]): unknown {
  return (withKey(message) as { key?: string }).key;
}

beforeEach(dropWish);

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
