/** What is said: of events, of questions, of refusals, to whom and how long. */

import { beforeEach, expect, test } from "vitest";
import { LANGUAGES, type Language, speak } from "../../src/i18n";
import type { EventView, Remark, Replay, StepMade } from "../../src/protocol";
import { retold } from "../../src/screens/clip";
import { actorOf, facesOf, linesOf, type Scene } from "../../src/speech/lines";
import { isolated } from "../../src/speech/sentences";
import { gameView, lose, remark, snapshot, stepTo, take, throwBy } from "../game/views";
import { openPage, stubPage } from "../page";

// What came of a throw stays on the screen until the next one.

stubPage();
const { announce, announced, announcing, beSilent } = await import("../../src/speech/announcement");
const { outcome, said } = await import("../../src/speech/announcement");
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

// What is said about an event: to whom, and what is only heard.

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

// What the game asks of whoever reads the page.

const { askText } = await import("../../src/speech/question");
const { own, table } = page;

const joined = {
  type: "joined",
  table: "abcdefghijkl",
  host: true,
  seats: [{ seat: 0, token: "t" }],
};

beforeEach(() => socket.say(joined));

test("somebody else's turn is told by name", () => {
  socket.say(snapshot({ ...gameView(throwBy(1)), active: 1 }));
  expect(own.value).toEqual([0]);
  expect(askText(page)).toContain(table.value.seats[1]?.name);
});

test("an answer under way is not called our own turn by our own name", () => {
  socket.say(snapshot(gameView(throwBy(0))));
  expect(askText(page)).not.toBe("\u00a0");
  void session.act({ type: "answer", move: "end", seat: 0, state: table.value.game?.state ?? 0 });
  expect(askText(page)).toBe("\u00a0");
});

test("whoever is not asked to throw too waits for the others, in their own turn as well", () => {
  const extra = { kind: "extra" as const, units: { "1": ["1"] } };
  for (const active of [0, 1]) {
    socket.say(snapshot({ ...gameView(extra), active }));
    expect(askText(page)).toBe("The others are throwing too…");
  }
});

test("whoever has one thing to stack is asked to call, not to tap as fast as possible", () => {
  const racing = (needed: number) => ({
    ...gameView({ kind: "column" as const, seats: [0, 1] }),
    state: 100 + needed,
    race: { racers: [{ seat: 0, done: 0, needed }], heat: 0, starts_in_ms: 0 },
  });
  socket.say(snapshot(racing(1)));
  expect(askText(page)).toBe("Column of Fire! Call stop!");
  socket.say(snapshot(racing(4)));
  expect(askText(page)).toContain("Tap as fast as you can");
});

test("whoever has stacked while others still do is not told of as somebody else", () => {
  const column = { kind: "column" as const, seats: [1] };
  for (const active of [0, 1]) {
    socket.say(snapshot({ ...gameView(column), active, state: 200 + active }));
    const other = table.value.seats[1]?.name ?? "";
    expect(askText(page).includes(other)).toBe(active === 1);
    expect(askText(page) === "\u00a0").toBe(active === 0);
  }
});

// What is sent to others speaks of everybody by name.

const THROWN = { throw: 18, casts: [{ seat: 0 }] } as unknown as Replay["steps"][0]["thrown"];
const STEP = stepTo(gameView(throwBy(1)), { seat: 0, events: [take(0, 1, 2)] });
const REPLAY: Replay = {
  game: "g",
  edition: "strike-2020",
  options: {},
  elements: [],
  names: ["Ann", "Ben"],
  looks: [],
  start: gameView(throwBy(0)),
  steps: [
    { thrown: THROWN, step: STEP },
    { thrown: null, step: STEP },
  ],
};

const plain = (text: string | undefined) => text?.replace(/[\u2066-\u2069]/g, "");

test("whoever held this device is told by name as well", () => {
  const told = retold(REPLAY, 0);
  expect(plain(told?.title)).toBe("Throw 19: Ann");
  expect(plain(told?.result)).toMatch(/^Ann /);
  expect(`${told?.title} ${told?.result}`).not.toMatch(/\byou\b/i);
});

test("a throw of several is told of whoever threw first, and of the first seat where nobody is named", () => {
  const told = (casts: { seat: number }[]) => {
    const step = { thrown: { ...THROWN, casts } as typeof THROWN, step: { ...STEP, seat: null } };
    return plain(retold({ ...REPLAY, steps: [step] }, 0)?.title);
  };
  expect([told([{ seat: 1 }, { seat: 0 }]), told([])]).toEqual(["Throw 19: Ben", "Throw 19: Ann"]);
});

test("where nothing was thrown there is nothing to tell", () => {
  expect(retold(REPLAY, 1)).toBeNull();
});

// Names in sentences.

test("a name from right to left leaves alone what stands beside it; others stay as they are", () => {
  expect(isolated("דנה")).toBe("\u2068דנה\u2069");
  expect(isolated("محمد")).toBe("\u2068محمد\u2069");
  expect(isolated("Zoë 민준")).toBe("Zoë 민준");
});

// Refusals in words: this device is no server, and says so in every language.

const { refusalText } = await import("../../src/speech/refusal");
const { DEVICE, hall, SERVER } = await import("../../src/hall/hall");

const OWN = ["disk_full", "internal"];

test.each(Object.keys(LANGUAGES) as Language[])("%s has words of this device", async (name) => {
  await speak(name);
  for (const code of OWN) {
    hall.value = SERVER;
    const theirs = refusalText(code);
    hall.value = DEVICE;
    expect(refusalText(code)).not.toBe(theirs);
    expect(refusalText(code)).not.toMatch(/serve[ru]/i);
  }
});

test("what is the same everywhere is said the same, and what has no words at least that", async () => {
  await speak("en");
  hall.value = DEVICE;
  expect(refusalText("illegal")).toBe("The rules don’t allow that.");
  expect(refusalText("never heard of")).toBe("That didn’t work.");
});
