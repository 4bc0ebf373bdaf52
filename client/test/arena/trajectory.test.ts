/** Flights: read from the physics, and shown as frames of a clip. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { broken } from "../../src/arena/clip/painter";
import { timeline } from "../../src/arena/clip/timeline";
import { poseAt, readTrajectory, TrajectoryError } from "../../src/arena/trajectory";
import type { Pose, Trajectory } from "../../src/arena/types";

// The decoder against the golden files of the physics.

const GOLDEN = join(import.meta.dirname, "../../../tests/physics/golden");
const names = readdirSync(GOLDEN)
  .filter((name) => name.endsWith(".ktr"))
  .map((name) => name.slice(0, -4));

interface Golden {
  frames: number;
  frame_rate: number;
  dice: { die: number; first: number; last: number; fate: number }[];
  poses: number[][][];
  contacts: { time: number; die: number; other: string | number; impulse: number }[];
}

describe("golden trajectories", () => {
  test("there are some", () => expect(names.length).toBeGreaterThan(2));

  test.each(names)("%s decodes to its JSON", async (name) => {
    const bytes = new Uint8Array(readFileSync(join(GOLDEN, `${name}.ktr`)));
    const golden = JSON.parse(readFileSync(join(GOLDEN, `${name}.json`), "utf8")) as Golden;
    const read = await readTrajectory(bytes);
    expect(read.frames).toBe(golden.frames);
    expect(read.rate).toBe(golden.frame_rate);
    expect(read.contacts.length).toBe(golden.contacts.length);
    golden.contacts.forEach((contact, i) => {
      expect(read.contacts[i]?.time).toBeCloseTo(contact.time, 4);
      expect(read.contacts[i]?.impulse).toBeCloseTo(contact.impulse, 6);
      expect(read.contacts[i]?.die).toBe(contact.die);
      const other = typeof contact.other === "number" ? "die" : contact.other;
      expect(read.contacts[i]?.other).toBe(other);
      expect(read.contacts[i]?.struck).toBe(other === "die" ? contact.other : null);
    });
    golden.dice.forEach((die, slot) => {
      const track = read.tracks[slot];
      expect([track?.id, track?.first, track?.last]).toEqual([die.die, die.first, die.last]);
      expect(track?.out).toBe(die.fate === 4);
      for (let frame = die.first; frame <= die.last; frame++) {
        const wanted = golden.poses[frame]?.[slot] ?? [];
        const pose = track?.poses.subarray(frame * 7, frame * 7 + 7) ?? [];
        wanted.forEach((value, i) => {
          expect(pose[i]).toBeCloseTo(value, 4);
        });
      }
    });
  });
});

test("a pose between two frames lies between them, and a die in the hand is not seen", () => {
  const poses = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0]);
  const track = { id: 1, first: 1, last: 2, out: true, poses };
  expect(poseAt(track, 10, 0.05)).toBeNull();
  expect(poseAt(track, 10, 0.15)?.[0]).toBeCloseTo(1.5);
  expect(poseAt(track, 10, 0.25)).toBeNull();
});

test("other bytes are refused", async () => {
  await expect(readTrajectory(new Uint8Array([1, 2, 3, 4]))).rejects.toThrow(TrajectoryError);
});

// A throw as frames: what lay, what flew, what lies.

vi.mock("gifenc", () => ({}));
const { changed } = await import("../../src/arena/clip/clip");

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

const letters = (line: string) => line.length;

test("a sentence is broken between words, as few lines as it needs", () => {
  expect(broken("", 10, 3, letters)).toEqual([]);
  expect(broken("one two", 10, 3, letters)).toEqual(["one two"]);
  expect(broken("3 × Immobulus: they stay where they are", 16, 3, letters)).toEqual([
    "3 × Immobulus:",
    "they stay where",
    "they are",
  ]);
});

test("a word that is too long has a line of its own, and the last line takes the rest", () => {
  expect(broken("a Donaudampfschiff b", 6, 3, letters)).toEqual(["a", "Donaudampfschiff", "b"]);
  expect(broken("aa bb cc dd", 2, 3, letters)).toEqual(["aa", "bb", "cc dd"]);
});
