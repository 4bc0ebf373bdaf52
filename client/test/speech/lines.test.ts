/** What is said about an event: to whom, and what is only heard. */

import { expect, test } from "vitest";
import type { EventView, Remark } from "../../src/protocol";
import { actorOf, facesOf, linesOf, type Scene } from "../../src/speech/lines";
import { lose, remark, take } from "../game/views";

const scene: Scene = { edition: "impact-avatar", names: ["Ann", "Ben"], you: 0, own: [0] };

function event(kind: "choice" | "end", seat: number, why: Remark["why"]): EventView {
  return { kind, seat, dice: [], remarks: [remark(`say.${kind}`, { name: seat }, why)] };
}

function only(one: EventView, to: Scene = scene) {
  const [line] = linesOf(one, to);
  if (!line) throw new Error("nothing is said");
  return line;
}

test("one's own deeds are told as one's own, unless several share a device", () => {
  expect(only(take(0, 1, 2)).key).toBe("say.collect.you");
  expect(only(take(1, 1, 2)).key).toBe("say.collect.other");
  expect(only(take(0, 1, 2), { ...scene, you: null }).key).toBe("say.collect.other");
  expect(only(lose(1)).key).toBe("say.x");
});

test("what one is asked below is not told above as well, also when several share a device", () => {
  const choice = event("choice", 1, "why.no_match");
  expect(only(choice, { ...scene, you: null, own: [0, 1] }).quiet).toBe(true);
  expect(only(choice).quiet).toBe(false);
});

test("a turn that ends by itself ends quietly; somebody who stops is told", () => {
  expect(only(event("end", 1, "why.collected")).quiet).toBe(true);
  expect(only(event("end", 1, "why.stopped")).quiet).toBe(false);
});

test("whose turn it is is said in passing, a throw of all dice is not", () => {
  const next = (what: "one" | "all"): EventView => ({
    kind: "next",
    seat: 1,
    throw: what,
    dice: [],
    remarks: [remark("say.next", { name: 1 })],
  });
  expect(only(next("one")).passing).toBe(true);
  expect(only(next("all")).passing).toBe(false);
});

test("what did not happen is said after the event, aloud and to stay", () => {
  const taken = take(0, 1, 2);
  const note = remark("why.made_by_extra", { faces: ["accio"] });
  const [line, said] = linesOf({ ...taken, remarks: [...taken.remarks, note] }, scene);
  expect(line?.why).toBe("why.match");
  expect(said).toMatchObject({ key: "why.made_by_extra", quiet: false, passing: false });
});

test("a sentence has the sign of the one it is about", () => {
  expect(actorOf(only(take(1, 1, 2)))).toBe(1);
  expect(actorOf(only(lose(1)))).toBeNull();
});

test("a line names the sides that are drawn beside it, each once", () => {
  const faces = (params: Remark["params"]) =>
    facesOf(only({ kind: "dissolve", dice: [], remarks: [remark("say.dissolve", params)] }));
  expect(faces({ face: "fire" })).toEqual(["fire"]);
  expect(faces({ faces: { fire: 2, air: 3 } })).toEqual(["fire", "air"]);
  expect(faces({ faces: ["accio", "accio"] })).toEqual(["accio"]);
  expect(faces({ count: 2 })).toEqual([]);
});
