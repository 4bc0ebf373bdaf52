/** Which moment of a throw is worth to be seen slowly. */

import { expect, test } from "vitest";
import type { Trajectory } from "../../src/arena/types";
import type { EventView, StepMade } from "../../src/protocol";
import { deciding } from "../../src/table/deciding";
import { gameView, overWith, throwBy } from "../game/views";

const POSE = [0, 0, 0, 1, 0, 0, 0] as const;
const before = gameView(throwBy(0), {
  arena: [
    { dice: [{ id: 1, face: "4", pose: [...POSE] }] },
    { dice: [{ id: 2, face: "5", pose: [...POSE] }] },
  ],
});
const contact = (die: number, other: "mat" | "die", time: number) =>
  ({ die, other, struck: null, time, impulse: 0.01, place: [0, 0, 0] }) as const;
const track = (id: number) =>
  ({ id, first: 0, last: 9, out: false, poses: new Float32Array(70) }) as const;
const flight: Trajectory = {
  rate: 30,
  frames: 10,
  tracks: [1, 2, 3].map(track),
  contacts: [contact(3, "mat", 0.2), contact(2, "mat", 0.3), contact(2, "die", 0.4)],
};

function step(...events: object[]): StepMade {
  const made = { type: "step", seat: 0, move: "throw", by_table: false, throw: 0 } as const;
  const told = events.map((one) => ({ remarks: [], ...one })) as unknown as EventView[];
  return { ...made, ref: null, events: told, game: gameView(overWith([0])) } as StepMade;
}

const collect = (faces: Record<string, number>, dice: number[]) => ({
  kind: "collect",
  seat: 0,
  faces,
  dice,
});

test("the hit that turned a die that was then taken", () => {
  expect(deciding(step(collect({ "4": 2 }, [1, 2])), before, flight)).toEqual({
    die: 2,
    time: 0.4,
  });
});

test("a match without a hit is nothing special", () => {
  expect(deciding(step(collect({ "4": 2 }, [1, 3])), before, flight)).toBeNull();
  expect(deciding(step(), before, flight)).toBeNull();
  expect(deciding(step(collect({ "4": 2 }, [1, 2])), null, flight)).toBeNull();
});

test("the last throw of a game, when it first touches something", () => {
  const over = { kind: "over", winners: [0] };
  expect(deciding(step(over), before, flight)).toEqual({ die: 3, time: 0.2 });
  expect(deciding(step(over), before, { ...flight, contacts: [] })).toBeNull();
});
