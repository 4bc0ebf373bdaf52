/** What came of a throw stays on the screen until the next one. */

import { beforeEach, expect, test } from "vitest";
import type { EventView, Remark, StepMade } from "../../src/protocol";
import { gameView, lose, remark, snapshot, stepTo, throwBy } from "../game/views";
import { openPage, stubPage } from "../page";

stubPage();
const { announce, announced, announcing, beSilent } = await import("../../src/speech/announcement");
const { outcome, said } = await import("../../src/speech/said");
const { linesOf } = await import("../../src/speech/lines");
const { sceneOf } = await import("../../src/speech/audience");
const { session, socket } = await openPage();
const { page } = session;

const X = lose(1);
const CHOICE: EventView = {
  kind: "choice",
  seat: 0,
  dice: [],
  remarks: [remark("say.choice", { name: 0 }, "why.no_match")],
};
const ended = (why: Remark["why"]): EventView => ({
  kind: "end",
  seat: 0,
  dice: [],
  remarks: [remark("say.end", { name: 0 }, why)],
});
const STOPPED = ended("why.stopped");
const COLLECTED = ended("why.collected");
const NEXT: EventView = {
  kind: "next",
  seat: 1,
  throw: "one",
  dice: [],
  remarks: [remark("say.next", { name: 1 }, "why.in_turn")],
};

const step = (number: number | null, ...events: EventView[]): StepMade =>
  stepTo(gameView(throwBy(1)), { throw: number, events });
const keys = () => outcome.value?.lines.map((line) => line.key);

beforeEach(() => {
  socket.say(snapshot(gameView(throwBy(0))));
  beSilent();
});

test("all sentences of a throw stay together, in order", () => {
  announce(page, step(1, X, COLLECTED, NEXT));
  expect(keys()).toEqual(["say.x", "say.next.other"]);
  expect(outcome.value?.lines.at(-1)?.passing).toBe(true);
  expect(said.value?.lines).toHaveLength(3);
});

test("what follows without a throw belongs to the throw before; another throw begins again", () => {
  announce(page, step(1, X));
  const first = outcome.value?.id;
  announce(page, step(null, STOPPED, NEXT));
  expect(keys()).toEqual(["say.x", "say.end.you", "say.next.other"]);
  expect(outcome.value?.id).toBe(first);
  announce(page, step(2, X));
  expect(keys()).toEqual(["say.x"]);
  expect(outcome.value?.id).not.toBe(first);
});

test("who threw is known for every sentence, also of what follows", () => {
  announce(page, { ...step(1, X), seat: 1 });
  announce(page, { ...step(null, NEXT), seat: 0 });
  expect(outcome.value?.thrower).toBe(1);
});

test("the old words stay until there are new ones", () => {
  announce(page, step(1, X));
  const say = announcing(page, step(2, X));
  expect(keys()).toEqual(["say.x"]);
  const before = outcome.value?.id;
  linesOf(X, sceneOf(page)).forEach(say);
  expect(outcome.value?.id).not.toBe(before);
});

test("a throw of which there is nothing to say leaves no old words", () => {
  announce(page, step(1, X));
  announce(page, step(2, CHOICE));
  expect(outcome.value).toBeNull();
  announced(page, step(3, X));
  expect(said.value?.lines).toHaveLength(1);
});

test("words of another game are not carried over", () => {
  announce(page, step(1, X));
  announce(page, stepTo(gameView(throwBy(1), { game: "other" }), { events: [STOPPED] }));
  expect(keys()).toEqual(["say.end.you"]);
});
