/** A throw as frames: what lay, what flew, what lies. */

import { expect, test, vi } from "vitest";
import { timeline } from "../../../src/arena/clip/timeline";
import type { Pose, Trajectory } from "../../../src/arena/types";

vi.mock("gifenc", () => ({}));
const { changed } = await import("../../../src/arena/clip/clip");

const at = (x: number): Pose => [x, 0, 0.008, 1, 0, 0, 0];
const FLIGHT: Trajectory = {
  rate: 60,
  frames: 61,
  contacts: [],
  tracks: [
    {
      id: 2,
      first: 0,
      last: 60,
      out: false,
      poses: new Float32Array(Array.from({ length: 61 }, (_, i) => at(i / 60)).flat()),
    },
  ],
};

test("one sees what lay, then the flight, then how it ended", () => {
  const moments = timeline([{ id: 1, pose: at(9) }], FLIGHT, []);
  expect(moments[0]?.dice).toEqual([{ pose: at(9), finish: null }]);
  expect(moments).toHaveLength(22); // before, 20 frames of one second, after
  const xs = moments.slice(1).map((moment) => moment.dice[1]?.pose[0] ?? 0);
  expect(xs).toEqual([...xs].sort((a, b) => a - b));
  expect(xs.at(-1)).toBeCloseTo(1);
  expect(moments.filter((moment) => moment.over)).toHaveLength(1);
  expect(moments.at(-1)?.over).toBe(true);
});

test("a die that was struck is not drawn twice", () => {
  for (const { dice } of timeline([{ id: 2, pose: at(0) }], FLIGHT, []))
    expect(dice).toHaveLength(1);
});

test("dice keep what they wore, and those of a hand wear what it wears", () => {
  const lying = [
    { id: 1, pose: at(9), finish: "brass" as const },
    { id: 3, pose: at(8) },
  ];
  const worn = (before: Parameters<typeof timeline>[0]) =>
    timeline(before, FLIGHT, ["crown"]).map(({ dice }) => dice.map((one) => one.finish));
  expect(worn(lying)[0]).toEqual(["brass", null]);
  expect(worn(lying).at(-1)).toEqual(["brass", null, "crown"]);
  const struck = { id: 2, pose: at(0), finish: "frost" as const };
  expect(worn([struck]).at(-1)).toEqual(["frost"]);
});

test("a frame holds only what changed", () => {
  expect([...changed(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 7, 3))]).toEqual([255, 7, 255]);
});
