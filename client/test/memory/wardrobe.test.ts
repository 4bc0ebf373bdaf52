import { expect, test } from "vitest";
import type { Wearing } from "../../src/memory/rewards";
import { Wardrobe } from "../../src/memory/wardrobe";
import type { SeatView } from "../../src/protocol";

const BRASS: Wearing = { finish: "brass", mat: null };
const seat = (number: number, more: Partial<SeatView> = {}) =>
  ({ seat: number, yours: true, kind: "person", finish: "", mat: "", ...more }) as SeatView;

test("the first seat of this device wears what was chosen, and that is said once", () => {
  const wardrobe = new Wardrobe();
  const seats = [seat(0, { yours: false }), seat(1), seat(2), seat(3, { kind: "bot" })];
  const wish = { type: "wear", seat: 1, finish: "brass", mat: "" };
  expect(wardrobe.wishes(seats, BRASS)).toEqual([wish]);
  expect(wardrobe.wishes(seats, BRASS)).toEqual([]);
  wardrobe.forget();
  expect(wardrobe.wishes(seats, BRASS)).toEqual([wish]);
});

test("others are plain again, and nothing is said where it is so already", () => {
  const wardrobe = new Wardrobe();
  const seats = [seat(0, { finish: "brass" }), seat(1, { finish: "brass" })];
  expect(wardrobe.wishes(seats, BRASS)).toEqual([{ type: "wear", seat: 1, finish: "", mat: "" }]);
});
