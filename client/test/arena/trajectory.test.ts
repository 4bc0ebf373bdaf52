/** The decoder against the golden files of the physics. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { poseAt, readTrajectory, TrajectoryError } from "../../src/arena/trajectory";

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
