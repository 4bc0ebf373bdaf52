/** The referee changes hands: from the server to the engine on this device, and nothing is lost. */

import { beforeEach, expect, test, vi } from "vitest";
import type { WireEvents } from "../../../src/net/wire";
import type { RefereeAnswer } from "../../../src/protocol";
import { answer, connect, sent, stubPage } from "../../page";

stubPage();
const kept = new Set<string>();
vi.stubGlobal("caches", { match: async (url: URL) => (kept.has(url.pathname) ? {} : undefined) });
Object.assign(location, { href: "http://table/referee" });

/** The engine, as far as a wire shows it. */
const engine = { asked: [] as { type: string; ref: number; requests?: object[] }[], dialled: 0 };
let wire: WireEvents | null = null;
vi.mock("../../../src/net/house", async (original) => ({
  ...(await original<object>()),
  DEVICE: {
    dial: (events: WireEvents) => {
      wire = events;
      engine.dialled++;
      return { isOpen: true, close: () => undefined, send: (text: string) => heard(text) };
    },
  },
}));
function heard(text: string): void {
  engine.asked.push(JSON.parse(text));
}

const REPLY: RefereeAnswer = {
  events: [],
  state: null,
  awaited: { kind: "start_die", how: "thrown", may_choose: false },
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

const { judge, judgedHere, judgeHere } = await import("../../../src/screens/referee/judge");
const state = await import("../../../src/screens/referee/state");
const socket = await connect();
const REFEREE = { type: "referee", reply: REPLY, kept: 1 };

beforeEach(() => {
  engine.asked.length = 0;
});

test("an engine that is not on this device is not fetched", async () => {
  await judgeHere();
  expect(engine.dialled).toBe(0);
  expect(judgedHere.value).toBe(false);
});

test("the engine is told everything, also what the server was just told", async () => {
  const end = state.follow();
  state.begin({ edition: "strike-2020", players: ["Ann", "Ben"] }, "Ann");
  await answer(socket, "referee_open", REFEREE);
  kept.add("/engine/engine.json");
  await judgeHere();
  expect(engine.dialled).toBe(1);
  expect(judgedHere.value).toBe(false); // until it is ready the server goes on
  const told = state.tell({ start_die: "5" });
  wire?.opened();
  await engineSays("hello", { type: "welcome", editions: [], bots: [] });
  expect(judgedHere.value).toBe(true);
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

test("the engine is asked for once", async () => {
  await judgeHere();
  expect(engine.dialled).toBe(1);
});
