/** What the referee keeps on the device, and how it finds its way back to the server. */

import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LineState, RequestError } from "../../../src/net/connection";
import type { RefereeAnswer } from "../../../src/protocol";
import { answer, openPage, sent, storage, stubPage } from "../../page";

stubPage();
Object.assign(location, { href: "http://table/referee" });
vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
const state = await import("../../../src/screens/referee/state");
const { judgeHere } = await import("../../../src/screens/referee/judge");
const { session, socket } = await openPage();
await judgeHere(session.line);

const REPLY: RefereeAnswer = {
  events: [],
  state: null,
  awaited: { kind: "start_die", seat: 0, how: "thrown", may_choose: false },
  tournament: null,
  error: null,
};

const asked = (kind: string) => sent.filter((message) => message.type === kind);

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  state.waiting.value = false;
  state.begin({ edition: "strike-2020", players: ["Ann", "Ben"] }, "Ann");
});
afterEach(() => vi.useRealTimers());

const opened = () => answer(socket, "referee_open", { type: "referee", reply: REPLY, kept: 1 });

async function entered(entry: Parameters<typeof state.tell>[0]): Promise<boolean> {
  const taken = state.tell(entry);
  await answer(socket, "referee_send", { type: "referee", reply: REPLY, kept: 2 });
  return taken;
}

test("a game begins with one request, and is kept on the device", async () => {
  await opened();
  expect(asked("referee_open").at(-1)?.requests).toMatchObject([{ new: { first: "Ann" } }]);
  expect(state.reply.value?.awaited?.kind).toBe("start_die");
  expect(JSON.parse(storage.get("kessel.referee") ?? "null").players).toEqual(["Ann", "Ben"]);
});

test("what the server takes is kept; what it refuses is not", async () => {
  await opened();
  expect(await entered({ start_die: "5" })).toBe(true);
  expect(state.kept.value?.requests).toHaveLength(2);
  const refused = state.tell({ start_die: "7" });
  const error = { code: "bad_value", message: "" };
  await answer(socket, "referee_send", { type: "referee", reply: { ...REPLY, error }, kept: 2 });
  expect(await refused).toBe(false);
  expect(state.refusal.value).toBe("bad_value");
  expect(state.kept.value?.requests).toHaveLength(2);
});

test("until a tap is answered nothing else is taken, and the page can tell", async () => {
  await opened();
  expect(state.telling.value).toBe(false);
  const taken = state.tell({ start_die: "5" });
  expect(state.telling.value).toBe(true);
  expect(await state.tell({ end: true })).toBe(false);
  await answer(socket, "referee_send", { type: "referee", reply: REPLY, kept: 2 });
  expect(await taken).toBe(true);
  expect(state.telling.value).toBe(false);
  expect(asked("referee_send")).toHaveLength(1);
});

test("a tap that is not answered for one and a half seconds waits for the network", async () => {
  await opened();
  const taken = state.tell({ start_die: "5" });
  await vi.advanceTimersByTimeAsync(1_400);
  expect(state.overdue.value).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(state.overdue.value).toBe(true);
  await answer(socket, "referee_send", { type: "referee", reply: REPLY, kept: 2 });
  await taken;
  expect(state.overdue.value).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(state.overdue.value).toBe(false);
});

test("taking back brings the server to where the device is, and gives the entry back", async () => {
  await opened();
  await entered({ throw: 1, after: ["4"], out: 0 });
  state.undo();
  expect(asked("referee_open").at(-1)?.requests).toHaveLength(1);
  expect(state.waiting.value).toBe(true); // nothing is tapped into a game that is not there yet
  expect(state.takenBack.value).toBeNull();
  await opened();
  expect(state.waiting.value).toBe(false);
  expect(state.takenBack.value).toMatchObject({ throw: 1, after: ["4"] });
});

test("of two things taken back at once the earlier one is to be corrected", async () => {
  await opened();
  for (const face of ["4", "6"]) {
    await entered({ throw: 1, after: [face], out: 0 });
  }
  state.undo();
  const first = asked("referee_open").at(-1)?.ref;
  state.undo();
  socket.say({ type: "referee", reply: REPLY, kept: 2, ref: first });
  for (let i = 0; i < 5; i++) await Promise.resolve();
  expect(state.waiting.value).toBe(true);
  await opened();
  expect(state.takenBack.value).toMatchObject({ after: ["4"] });
});

test("a server that is too slow to answer is asked again", async () => {
  await vi.advanceTimersByTimeAsync(12_500);
  expect(state.waiting.value).toBe(true);
  const before = asked("referee_open").length;
  await vi.advanceTimersByTimeAsync(2_500);
  expect(asked("referee_open").length).toBe(before + 1);
  await opened();
  expect(state.waiting.value).toBe(false);
});

test("what is entered while nobody hears it is kept, and not offered to the next player", async () => {
  await opened();
  state.takenBack.value = { throw: 1, after: ["6", "6"], out: 0 };
  const told = state.tell({ throw: 1, after: ["6", "6"], out: 0 });
  await vi.advanceTimersByTimeAsync(12_500);
  expect(await told).toBe(true);
  expect(state.takenBack.value).toBeNull();
  expect(state.kept.value?.requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(asked("referee_open").at(-1)?.requests).toHaveLength(2);
});

test("taps are kept with the game until they are entered, taken back, or another begins", async () => {
  await opened();
  const at = { before: ["5"], count: 1 };
  const tally = { dice: [null, null], standing: [], left: [] };
  state.keepDraft({ unit: 1 }, tally);
  expect(state.draftOf(at, { unit: 1 })).toBe(tally);
  expect(state.draftOf(at, { unit: "all" }).dice).toEqual(["5", null]);
  expect(JSON.parse(storage.get("kessel.referee") ?? "null").draft.tally).toEqual(tally);
  await entered({ throw: 1, after: ["4", "5"], out: 0 });
  expect(state.draftOf(at, { unit: 1 }).dice).toEqual(["5", null]);
  state.keepDraft({ unit: 1 }, tally);
  state.undo();
  expect(state.draftOf(at, { unit: 1 }).dice).toEqual(["5", null]);
  await opened();
  expect(state.draftOf(at, { unit: 1 }).dice).toEqual(["5", "4"]);
  state.keepDraft({ unit: 1 }, tally);
  state.begin({ edition: "strike-2020", players: ["Ann", "Ben"] }, "Ann");
  expect(state.draftOf(at, { unit: 1 }).dice).toEqual(["5", null]);
});

test("what is entered and not heard yet stays in sight, and nothing is entered on top of it", async () => {
  await opened();
  const told = state.tell({ throw: 1, after: ["4", "5"], out: 0 });
  expect(await state.tell({ end: true })).toBe(false);
  await vi.advanceTimersByTimeAsync(12_500);
  expect(await told).toBe(true);
  expect(state.waiting.value).toBe(true);
  expect(await state.tell({ end: true })).toBe(false);
  expect(state.draftOf({ before: ["5"], count: 1 }, { unit: 1 }).dice).toEqual(["5", "4"]);
  expect(state.kept.value?.requests).toHaveLength(2);
});

test("a line that goes while the referee is brought back keeps nobody from tapping", async () => {
  await opened();
  const line = signal<LineState>("open");
  const request = () => {
    line.value = "lost";
    return Promise.reject(new RequestError("offline", "the line is gone"));
  };
  await judgeHere({ state: line, request, retry: () => undefined });
  await state.open();
  expect(state.waiting.value).toBe(false);
  expect(await state.tell({ throw: 1, after: ["4", "5"], out: 0 })).toBe(true);
  expect(state.kept.value?.requests).toHaveLength(2);
  expect(state.waiting.value).toBe(true);
  await judgeHere(session.line);
});

test("who dropped out together counts together, the last to go first", () => {
  const kept = state.kept.value;
  if (!kept) throw new Error("no game");
  const points = { Ann: 1, Ben: 2, Cleo: 2, Dan: 0 };
  const game = { ...kept, players: Object.keys(points) };
  const last: RefereeAnswer = {
    ...REPLY,
    awaited: { kind: "over", winners: [3] },
    state: {
      hands: {},
      arena: [],
      removed: 0,
      aside: 0,
      dir: 1,
      active: "Dan",
      elements: [],
      points,
      eliminated: ["Ann", "Ben", "Cleo"],
    },
  };
  expect(state.batches(game, last)).toEqual({ out: [["Ben", "Cleo"], ["Ann"]], win: ["Dan"] });
});

test("after a tie the tied play once more, else the next one begins", () => {
  const kept = state.kept.value;
  if (!kept) throw new Error("no game");
  const result = { out: [["Ben"]], win: ["Ann"] };
  const score = { starters: [], points: {}, winners: null, playoff: null };
  expect(state.following(kept, score, result)).toMatchObject({ next: "Ben", games: [result] });
  const tied = { ...score, playoff: ["Ben", "Ann"] };
  expect(state.following(kept, tied, result)).toMatchObject({
    players: ["Ben", "Ann"],
    next: "Ben",
  });
  const won = { ...score, winners: ["Ann"] };
  expect(state.following(kept, won, result)).toMatchObject({ next: "Ann", games: [] });
});

test("a unit is worth its dice, whether a supply is a number or has piles", async () => {
  const { unitDice } = await import("../../../src/screens/referee/questions");
  const hands = { Ann: 5, Ben: { loose: 2, piles: [3, 4] } };
  const worth = (name: string, unit: string | 1) => unitDice({ hands } as never, name, unit);
  expect([worth("Ann", "all"), worth("Ann", 1), worth("Ben", "all")]).toEqual([5, 1, 9]);
  expect([worth("Ben", "pile:1"), worth("Ben", "die:1"), worth("Eve", "all")]).toEqual([4, 1, 0]);
});
