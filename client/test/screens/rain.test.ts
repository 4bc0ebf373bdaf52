/** The end of a game: dice rain in the colour of whoever has won. */

import type { ComponentChild, VNode } from "preact";
import { expect, test } from "vitest";
import { badgeOf } from "../../src/game/people";
import { Rain } from "../../src/screens/rain";

type Die = VNode<{ style: Record<string, string>; children: string }>;

function dice(winners: number[]): Die[] {
  const shown = Rain({ winners }) as VNode<{ children: ComponentChild }> | null;
  return (shown?.props.children ?? []) as unknown as Die[];
}

const colours = (winners: number[]) => dice(winners).map((die) => die.props.style["--seat"]);

test("dice rain in the winner's colour and in no other", () => {
  expect(colours([2]).length).toBeGreaterThan(20);
  expect(new Set(colours([2]))).toEqual(new Set([badgeOf(2).colour]));
});

test("where two share the win, both colours rain alike", () => {
  const [first, second] = [0, 3].map(
    (seat) => colours([0, 3]).filter((one) => one === badgeOf(seat).colour).length,
  );
  expect(first).toBe(second);
  expect(first).toBeGreaterThan(0);
});

test("nothing rains where nobody has won", () => {
  expect(dice([])).toEqual([]);
});

test("all six sides fall, all over the screen", () => {
  const falling = dice([1]);
  expect(new Set(falling.map((die) => die.props.children)).size).toBe(6);
  const places = falling.map((die) => Number.parseFloat(die.props.style["--x"] ?? ""));
  for (const from of [0, 25, 50, 75])
    expect(places.some((place) => place >= from && place < from + 25)).toBe(true);
});
