/** The referee changes hands: from the server to this device, and nothing is lost. */

import { signal } from "@preact/signals";
import { beforeEach, expect, test, vi } from "vitest";
import type { Offline } from "../../../src/engine/offline";
import type { WireEvents } from "../../../src/net/wire";
import type { RefereeAnswer } from "../../../src/protocol";
import { answer, openPage, sent, stubPage } from "../../page";

stubPage();

/** The referee of this device, as far as a wire shows it. */
const engine = { asked: [] as { type: string; ref: number; requests?: object[] }[], dialled: 0 };
let wire: WireEvents | null = null;
vi.mock("../../../src/engine/refereewire", () => ({
  refereeOf: () => (events: WireEvents) => {
    wire = events;
    engine.dialled++;
    return { isOpen: true, close: () => undefined, send: (text: string) => heard(text) };
  },
}));
function heard(text: string): void {
  engine.asked.push(JSON.parse(text));
}

/** What is on this device, and whether it can be fetched. */
const device = { kept: null as object | null, reachable: true, fetched: 0 };
const refereeOffline = signal<Offline>({ state: "none" });
vi.mock("../../../src/engine/offline", async (original) => ({
  ...(await original<object>()),
  list: () => new URL("http://table/engine/engine.json"),
  keptReferee: async () => device.kept,
  refereeOffline,
  lookReferee: async () => {
    refereeOffline.value = device.reachable ? { state: "offered", bytes: 1 } : { state: "none" };
  },
  keepOffline: async () => {
    device.fetched++;
    if (device.reachable) device.kept = {};
    return device.reachable;
  },
}));

const REPLY: RefereeAnswer = {
  events: [],
  state: null,
  awaited: { kind: "start_die", seat: 0, how: "thrown", may_choose: false },
  tournament: null,
  error: null,
};
const later = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};
async function engineSays(type: string, message: object): Promise<void> {
  const ref = engine.asked.findLast((one) => one.type === type)?.ref;
  wire?.received(JSON.stringify({ ...message, ref }));
  await later();
}

const state = await import("../../../src/screens/referee/state");
const { session, socket } = await openPage();
const REFEREE = { type: "referee", reply: REPLY, kept: 1 };
const WELCOME = { type: "welcome", editions: [], bots: [] };
type Module = typeof import("../../../src/screens/referee/judge");
const judging: Module = await import("../../../src/screens/referee/judge");
const { bringReferee, didNotStart, isComing, judge, judgedHere, judgeHere, wanted } = judging;

beforeEach(() => {
  engine.asked.length = 0;
});

test("until it is known who judges, nobody is asked", async () => {
  state.begin({ edition: "strike-2020", players: ["Ann", "Ben"] }, "Ann");
  expect(judge.value.state.value).toBe("connecting");
  await expect(judge.value.request({ type: "ping" })).rejects.toThrow("nobody judges");
  expect(sent.filter((one) => one.type === "referee_open")).toEqual([]);
});

test("a referee that is not on this device is not fetched unasked", async () => {
  await judgeHere(session.line);
  expect([engine.dialled, device.fetched]).toEqual([0, 0]);
  expect(refereeOffline.value.state).toBe("offered");
  expect(judgedHere.value).toBe(false);
});

test("a download that fails leaves the judging where it is", async () => {
  device.reachable = false;
  expect(await bringReferee()).toBe(false);
  expect([engine.dialled, judgedHere.value]).toEqual([0, false]);
  device.reachable = true;
});

test("once wanted it comes without a word, and is told everything, also what was just tapped", async () => {
  const end = state.follow();
  await answer(socket, "referee_open", REFEREE);
  expect(wanted.value).toBe("yes");
  await judgeHere(session.line);
  await vi.waitFor(() => expect(engine.dialled).toBe(1));
  expect([isComing.value, judgedHere.value]).toEqual([true, false]); // until then the server goes on
  const told = state.tell({ start_die: "5" });
  wire?.opened();
  await engineSays("hello", WELCOME);
  expect([isComing.value, judgedHere.value]).toEqual([false, true]);
  expect(engine.asked.at(-1)).toMatchObject({ type: "referee_open", requests: [{}] });
  await answer(socket, "referee_send", REFEREE);
  expect(await told).toBe(true);
  await later();
  expect(engine.asked.at(-1)?.requests).toMatchObject([{ new: {} }, { start_die: "5" }]);
  await engineSays("referee_open", REFEREE);
  expect(state.kept.value?.requests).toHaveLength(2);

  sent.length = 0;
  const next = state.tell({ end: true });
  await engineSays("referee_send", REFEREE);
  expect(await next).toBe(true);
  expect(sent).toEqual([]); // the server is not asked any more
  end();
});

test("a lost connection does not reach who judges here", async () => {
  const before = judge.value;
  socket.close();
  expect(judge.value).toBe(before);
  expect(judge.value.state.value).toBe("open");
});

test("it is started once", async () => {
  await judgeHere(session.line);
  expect(engine.dialled).toBe(1);
});

test("one that stops starts again, and no server is asked meanwhile", async () => {
  vi.useFakeTimers();
  const before = judge.value;
  wire?.closed();
  expect(judge.value.state.value).toBe("lost");
  expect(judge.value).toBe(before);
  expect(judgedHere.value).toBe(true);
});

test("one that cannot start is told, and not tried again and again", async () => {
  for (let k = 0; k < 4 && judgedHere.value; k++) {
    await vi.runOnlyPendingTimersAsync();
    wire?.closed();
  }
  expect([didNotStart.value, judgedHere.value]).toEqual([true, false]);
  const dialled = engine.dialled;
  await vi.advanceTimersByTimeAsync(60_000);
  await judgeHere(session.line);
  expect(engine.dialled).toBe(dialled);
  vi.useRealTimers();
});

test("one that is here from the start is waited for, and nobody else is asked", async () => {
  vi.resetModules();
  const fresh: Module = await import("../../../src/screens/referee/judge");
  await fresh.judgeHere(session.line);
  expect(fresh.judgedHere.value).toBe(true);
  expect(fresh.judge.value.state.value).toBe("connecting");
});
