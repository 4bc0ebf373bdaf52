/** How a game is shown: slowly where it decides, quickly where nobody waits; who is called back. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Trajectory } from "../../src/arena/types";
import type { EventView, StepMade } from "../../src/protocol";
import { deciding } from "../../src/table/deciding";
import { tempoOf } from "../../src/table/tempo";
import { gameView, overWith, seatView, snapshot, throwBy } from "../game/views";
import { openPage, stubPage } from "../page";

// Which moment of a throw is worth to be seen slowly.

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

// What bots do is shown quickly, unless it is worth seeing.

const happening = (...events: object[]) => ({ events: events as EventView[] }) as StepMade;

const DULL = happening({ kind: "choice" });
const CATCH = happening({ kind: "collect", dice: [1, 2] });
const GREAT = happening({ kind: "collect", dice: [1, 2, 3, 4] });
const OUT = happening({ kind: "x", dice: [1] }, { kind: "elim" });

test("the more happens, the slower", () => {
  const tempos = [DULL, CATCH, GREAT].map((one) => tempoOf(one, 0));
  expect(tempos).toEqual([...tempos].sort((a, b) => b - a));
  expect(new Set(tempos).size).toBe(3);
  expect(tempoOf(OUT, 0)).toBe(tempoOf(GREAT, 0));
  expect(tempoOf(GREAT, 0)).toBeLessThan(1.5);
});

test("a throw that nobody knows the end of yet is neither", () => {
  expect(tempoOf(null, 0)).toBeLessThan(tempoOf(DULL, 0));
  expect(tempoOf(null, 0)).toBeGreaterThan(tempoOf(CATCH, 0));
});

test("the longer one waits, the quicker", () => {
  const tempos = [0, 2, 4].map((waited) => tempoOf(CATCH, waited));
  expect(tempos).toEqual([...tempos].sort((a, b) => a - b));
  expect(new Set(tempos).size).toBe(3);
});

// Who may hurry the bots, and who may jump to the result.

stubPage();
const { canJump, jumping } = await import("../../src/table/hurrying");
const { session, socket } = await openPage();
const { page } = session;

const bot = seatView(1, { kind: "bot", bot_plays: true, yours: false });
const friend = seatView(1, { yours: false });

function show(eliminated: number[], seats = [seatView(0), bot], over = false): void {
  const game = gameView(over ? overWith([1]) : throwBy(1), { eliminated });
  socket.say(snapshot(game, { seats, stage: over ? "over" : "playing" }));
}

beforeEach(() => {
  jumping.value = false;
});

test("whoever is out of a game among bots may jump to its result, once", () => {
  show([]);
  expect(canJump(page)).toBe(false);
  show([0]);
  expect(canJump(page)).toBe(true);
  jumping.value = true;
  expect(canJump(page)).toBe(false);
});

test("not while a friend still plays, unless a bot plays for them", () => {
  show([0], [seatView(0), friend]);
  expect(canJump(page)).toBe(false);
  show([0], [seatView(0), { ...friend, bot_plays: true }]);
  expect(canJump(page)).toBe(true);
});

test("not when it is over, and not for watchers", () => {
  show([0], [seatView(0), bot], true);
  expect(canJump(page)).toBe(false);
  show([0], [seatView(0, { yours: false }), bot]);
  expect(canJump(page)).toBe(false);
});

// What is said of numbers that a bot has to wait for: once that they are missing, once that they
// came.

vi.stubGlobal("navigator", {});
const { wordFor } = await import("../../src/table/workingout");

test("who never had to wait hears nothing; who did hears how it ended", () => {
  expect(wordFor("unknown", "there")).toBeNull();
  expect(wordFor("unknown", "none")).toBeNull();
  expect(wordFor("unknown", "awaited")).toBe("bots.workingOut");
  expect(wordFor("awaited", "awaited")).toBeNull();
  expect(wordFor("awaited", "there")).toBe("bots.workedOut");
  expect(wordFor("awaited", "none")).toBe("bots.noNumbers");
});

// Whoever looks elsewhere is called back, and only they; when the turn is over, all is as before.

const { callBack, iconOf } = await import("../../src/table/yourturn");
const { director } = await import("../../src/table/display");
const { haptics, notifies } = await import("../../src/settings");

const PLAIN = "https://kessel.example/icon.svg";

function aPage(hidden: boolean) {
  const shown: { title: string; close: () => void }[] = [];
  const icon = { href: PLAIN };
  const worker = {
    showNotification: async (title: string) => {
      shown.push({ title, close: () => shown.splice(0) });
    },
    getNotifications: async () => [...shown],
  };
  const call = vi.fn();
  director.value = { arena: { sound: { call } } } as never;
  const vibrate = vi.fn();
  const document = { title: "Kessel", hidden, querySelector: () => icon };
  const serviceWorker = { getRegistration: async () => worker };
  const page = {
    document,
    navigator: { vibrate, serviceWorker },
    location: { href: "https://kessel.example/t/abc" },
  };
  return { page: page as never, document, icon, shown, call, vibrate };
}

test("the tab bears the sign of the seat until the turn is over", () => {
  const { page, document, icon, call, vibrate } = aPage(false);
  const end = callBack(page, 2, "Strike: your turn");
  expect(document.title).toBe("Strike: your turn");
  expect(icon.href).toBe(iconOf(2));
  expect(iconOf(2)).not.toBe(iconOf(1));
  end();
  expect([document.title, icon.href]).toEqual(["Kessel", PLAIN]);
  expect(call).not.toHaveBeenCalled(); // who sees the table needs no call
  expect(vibrate).not.toHaveBeenCalled();
});

test("whoever looks elsewhere hears and feels it, and reads it only if they wished so", async () => {
  const { page, shown, call, vibrate } = aPage(true);
  callBack(page, 1, "your turn")();
  expect(call).toHaveBeenCalledWith(1);
  expect(vibrate).toHaveBeenCalledTimes(1);
  haptics.value = false;
  notifies.value = true;
  const end = callBack(page, 1, "your turn");
  await vi.waitFor(() => expect(shown.map(({ title }) => title)).toEqual(["your turn"]));
  expect(vibrate).toHaveBeenCalledTimes(1);
  end();
  await vi.waitFor(() => expect(shown).toEqual([]));
});

test("a turn that is over before the notification came leaves none", async () => {
  const { page, shown } = aPage(true);
  notifies.value = true;
  callBack(page, 0, "your turn")();
  for (let i = 0; i < 10; i++) await Promise.resolve();
  expect(shown).toEqual([]);
});

// Which side of which die is explained.

const { explain, explainDie, explained, explainNext, explainNothing } = await import(
  "../../src/table/explained"
);
const die = (id: number, face: string) => ({
  id,
  face,
  pose: [0, 0, 0, 1, 0, 0, 0] as [number, number, number, number, number, number, number],
});

beforeEach(() => {
  explainNothing();
  const arena = [
    { dice: [die(1, "4")] },
    { dice: [die(2, "5"), die(3, "6")] },
    { dice: [die(4, "4")] },
  ];
  socket.say(snapshot(gameView(throwBy(0), { arena })));
});

test("a die is explained by its side, a tower by the one on top", () => {
  explainDie(page, 1);
  expect(explained.value).toBe("4");
  explainDie(page, 2);
  expect(explained.value).toBe("6");
  explainDie(page, 99);
  expect(explained.value).toBeNull();
  explain("X");
  explainDie(page, null);
  expect(explained.value).toBeNull();
});

test("a key goes through the sides that lie there, each once, and then stops", () => {
  const seen = Array.from({ length: 4 }, () => {
    explainNext(page);
    return explained.value;
  });
  expect(seen).toEqual(["4", "6", null, "4"]);
});
