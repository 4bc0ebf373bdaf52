/** Every event has a sentence and a reason in the texts. */

import en from "@words/en/game.json";
import { describe, expect, test } from "vitest";
import { luck, strikeRate } from "../../src/game/luck";
import { type EventView, NOTES } from "../../src/protocol";
import { actorOf, facesOf, lineOf, linesOf, type Scene } from "../../src/speech/lines";

const scene: Scene = { edition: "impact-avatar", names: ["Ann", "Ben"], you: 0, own: [0] };

type Bare = EventView extends infer One
  ? One extends EventView
    ? Omit<One, "rules" | "notes">
    : never
  : never;

const BARE: Bare[] = [
  { kind: "start_again", reason: "null_face" },
  { kind: "start", reason: "thrown", face: "fire", elements: [] },
  { kind: "start", reason: "thrown", face: "fire", elements: ["fire"] },
  { kind: "cocked", reason: "nudge", count: 1 },
  { kind: "out", reason: "left_arena", count: 2, dice: [1, 2] },
  { kind: "x", reason: "null_face", count: 1, dice: [1] },
  { kind: "lock", reason: "swamp", face: "water", count: 2, dice: [1, 2] },
  { kind: "extra", reason: "storm", players: [1] },
  { kind: "extra", reason: "salvo", players: [1] },
  { kind: "extra", reason: "nobody_can", players: [] },
  { kind: "column", reason: "fastest", winner: 0 },
  { kind: "column", reason: "fastest", winner: 1 },
  { kind: "dissolve", reason: "column_built" },
  { kind: "collect", reason: "match", player: 0, faces: { fire: 2 }, dice: [1, 2] },
  { kind: "collect", reason: "column_winner", player: 1, faces: { fire: 2 }, dice: [1, 2] },
  { kind: "suppressed", reason: "freeze", faces: ["accio"] },
  { kind: "accio", reason: "taken", player: 0, face: "accio", dice: [3] },
  { kind: "accio", reason: "declined", player: 1, face: null, dice: [] },
  { kind: "accio", reason: "nothing_left", player: 0, face: null, dice: [] },
  { kind: "stack", reason: "tower", tower: ["accio", "confundo"], dice: [1, 2] },
  { kind: "reverse", reason: "reverse", dir: -1 },
  { kind: "pile", reason: "boulders", player: 1, count: 2 },
  { kind: "pass_left", reason: "hurricane" },
  { kind: "choice", reason: "no_match", player: 0 },
  { kind: "choice", reason: "only_locked", player: 1 },
  { kind: "end", reason: "collected", player: 0 },
  { kind: "end", reason: "stopped", player: 1 },
  { kind: "no_dice", reason: "no_dice", player: 0 },
  { kind: "elim", reason: "no_dice", player: 1, points: 1 },
  { kind: "next", reason: "in_turn", player: 0, throw: "one" },
  { kind: "next", reason: "arena_empty", player: 1, throw: "all" },
  { kind: "over", reason: "last_with_dice", winners: [0] },
  { kind: "over", reason: "all_without_dice", winners: [0, 1] },
  { kind: "over", reason: "replay", winners: [] },
];
const EVENTS = BARE.map((event) => ({ ...event, rules: ["P1"], notes: [] }) as EventView);

describe.each(EVENTS)("$kind because of $reason", (event) => {
  test("has words", () => {
    const line = lineOf(event, scene);
    expect(Object.keys(en)).toContain(line.key);
    expect(Object.keys(en)).toContain(`why.${line.why}`);
  });
});

test("one's own deeds are told as one's own, also when several share a device", () => {
  const mine: EventView = {
    kind: "elim",
    reason: "no_dice",
    player: 0,
    points: 1,
    rules: [],
    notes: [],
  };
  expect(lineOf(mine, scene).key).toBe("say.elim.you");
  expect(lineOf(mine, { ...scene, you: null }).key).toBe("say.elim.other");
});

test("what one is asked below is not told above as well, also when several share a device", () => {
  const choice: EventView = { kind: "choice", reason: "no_match", player: 1, rules: [], notes: [] };
  expect(lineOf(choice, { ...scene, you: null, own: [0, 1] }).quiet).toBe(true);
  expect(lineOf(choice, scene).quiet).toBe(false);
});

test("luck is zero when exactly one die in six was lost to the null side", () => {
  const stats = { throws: 6, dice_thrown: 6, strikes: 2, collected: 4, lost_null: 1, lost_out: 0 };
  expect(luck(stats)).toBeCloseTo(0);
  expect(luck({ ...stats, lost_null: 0 })).toBeGreaterThan(0);
  expect(luck({ ...stats, dice_thrown: 0 })).toBeNull();
  expect(strikeRate(stats)).toBeCloseTo(1 / 3);
});

test.each(NOTES)("what did not happen is said after the event: %s", (reason) => {
  const event: EventView = {
    kind: "collect",
    reason: "match",
    player: 0,
    faces: { relashio: 2 },
    dice: [1, 2],
    rules: ["B-08"],
    notes: [{ reason, faces: ["accio"], rules: ["C-16"] }],
  };
  const [line, note] = linesOf(event, scene);
  expect(line?.key).toBe("say.collect.you");
  expect(note).toMatchObject({ key: `why.${reason}`, why: null, rules: ["C-16"] });
  expect(Object.keys(en)).toContain(note?.key);
});

test("a sentence has the sign of the one it is about", () => {
  const taken: EventView = {
    kind: "collect",
    reason: "match",
    player: 1,
    faces: { fire: 2 },
    dice: [1, 2],
    rules: [],
    notes: [],
  };
  const gone: EventView = {
    kind: "x",
    reason: "null_face",
    count: 1,
    dice: [1],
    rules: [],
    notes: [],
  };
  expect(actorOf(lineOf(taken, scene))).toBe(1);
  expect(actorOf(lineOf(gone, scene))).toBeNull();
});

test("a line names the sides that are drawn beside it, each once", () => {
  const faces = (kind: string) => {
    const bare = BARE.find((one) => one.kind === kind);
    if (!bare) throw new Error(`no ${kind}`);
    return facesOf(lineOf({ rules: [], notes: [], ...bare } as EventView, scene));
  };
  expect(faces("start")).toEqual(["fire"]);
  expect(faces("x")).toEqual(["X"]);
  expect(faces("collect")).toEqual(["fire"]);
  expect(faces("dissolve")).toEqual([]);
});
