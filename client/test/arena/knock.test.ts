/** What a hit sounds like. */

import { expect, test } from "vitest";
import { knockOf } from "../../src/arena/knock";
import type { Contact } from "../../src/arena/types";

const HIT: Contact = {
  time: 0,
  die: 1,
  other: "die",
  struck: 2,
  impulse: 0.004,
  place: [0, 0, 0],
};
const lowest = (contact: Contact, look: "strike" | "impact" | "wizards" = "strike") =>
  knockOf(contact, look).modes[0]?.[0] ?? 0;

test("foam is dull, dice click, brass rings", () => {
  expect(lowest({ ...HIT, other: "mat" })).toBeLessThan(lowest({ ...HIT, other: "wall" }));
  expect(lowest({ ...HIT, other: "wall" })).toBeLessThan(lowest(HIT));
  const rim: Contact = { ...HIT, other: "rim" };
  expect(knockOf(rim, "wizards").decay).toBeGreaterThan(3 * knockOf(rim, "impact").decay);
});

test("the dice of each box sound of what they are made of", () => {
  const pitches = (["strike", "impact", "wizards"] as const).map((look) => lowest(HIT, look));
  expect(new Set(pitches).size).toBe(3);
});

test("a harder hit is louder, deeper and longer", () => {
  const soft = knockOf({ ...HIT, impulse: 0.001 }, "strike");
  const hard = knockOf({ ...HIT, impulse: 0.008 }, "strike");
  expect(hard.loud).toBeGreaterThan(soft.loud);
  expect(hard.decay).toBeGreaterThan(soft.decay);
  expect(hard.modes[0]?.[0]).toBeLessThan(soft.modes[0]?.[0] ?? 0);
  expect(knockOf({ ...HIT, impulse: 1 }, "strike").loud).toBe(1);
});

test("dice struck together are heard apart: each has its own pitch", () => {
  const pitches = [0, 1, 2, 3, 4, 5, 6].map((die) => lowest({ ...HIT, die }));
  expect(new Set(pitches).size).toBe(7);
  const sorted = [...pitches].sort((a, b) => a - b);
  for (const [i, pitch] of sorted.entries())
    if (i > 0) expect(pitch / (sorted[i - 1] ?? 1)).toBeGreaterThan(1.03); // half a semitone
});

test("what happens at the left is heard at the left", () => {
  expect(knockOf({ ...HIT, place: [-0.1, 0, 0] }, "strike").pan).toBeLessThan(0);
  expect(knockOf({ ...HIT, place: [9, 0, 0] }, "strike").pan).toBe(0.8);
});
