/** Parts of the page as they are seen and heard: compared with what was looked at (`vitest run -u` writes them anew). */

import { type ComponentType, h, render } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OddsAnswer, SeatReview } from "../src/protocol";
import { type Fake, stubDocument } from "./dom";
import { choiceOf, gameView, overWith, seatView, snapshot, stepTo, throwBy } from "./game/views";
import { game } from "./memory/games";
import { openPage, sent, stubPage } from "./page";

stubPage();
vi.stubGlobal("fetch", async () => new Response("[]"));
const { session, socket } = await openPage();
const { SessionContext } = await import("../src/session");
let root: Fake;
const page = () => root as unknown as HTMLElement;

/** The part in its place; what is left for later has been done. */
async function draw<Props extends object>(part: ComponentType<Props>, props: Props): Promise<void> {
  render(h(SessionContext.Provider, { value: session }, h(part, props)), page());
  await vi.advanceTimersByTimeAsync(200);
}

/** As it was when somebody looked at it. */
async function isAsBefore(name: string): Promise<void> {
  await expect(root.reading()).toMatchFileSnapshot(`shown/${name}.txt`);
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 15, 12) });
  root = stubDocument();
});
afterEach(() => {
  render(null, page());
  vi.useRealTimers();
});

test("a link as squares", async () => {
  const { QrCode } = await import("../src/controls/qr");
  await draw(QrCode, { text: "https://kessel.example/t/abc", label: "To the table" });
  await isAsBefore("qr");
});

test("a part that is loaded late is announced, shown, and reported where it does not come", async () => {
  const { late } = await import("../src/controls/late");
  const shown = vi.fn();
  const said = vi.spyOn(session, "say");
  await draw(
    late(async () => () => h("p", null, "There."), shown),
    {},
  );
  expect([root.text, shown.mock.calls.length]).toEqual(["There.", 1]);
  await draw(
    late(() => Promise.reject(new Error("offline"))),
    {},
  );
  expect(root.text).not.toContain("There.");
  expect(said).toHaveBeenCalledOnce();
});

test("what this device remembers", async () => {
  const { games } = await import("../src/memory/shelf");
  const { YouView } = await import("../src/screens/you");
  const when = Date.UTC(2026, 0, 1);
  const bot = { kind: "bot", name: "careful" } as const;
  games.value = [
    game({ game: "a", when, opponents: [bot] }),
    game({ game: "b", when: when + 9e8, won: true, place: 1, lost: 4, opponents: [bot] }),
    game({ game: "c", when: when + 5e8, edition: "impact", best: { dice: 4, number: 2 } }),
  ];
  await draw(YouView, {});
  await isAsBefore("memory");
  games.value = [game({ game: "d", when, thrown: 600, strikes: 0 })];
  await vi.advanceTimersByTimeAsync(200);
  expect(root.text, "far outside of the band").toContain("only one time in twenty");
});

const REVIEWED: SeatReview = {
  start: 0.5,
  luck: 0.31,
  choices: -0.005,
  aim: 0.004,
  gifts: -0.0049,
  stood_in: 1,
  result: 1,
};

test("the coach's report tells what was worth half a game in a hundred, the greatest first", async () => {
  const { Report } = await import("../src/screens/report");
  const seats = [REVIEWED, { ...REVIEWED, luck: -0.31, stood_in: 0 }];
  const review = { status: "ready", estimated: true, seats, missteps: [], turning: null } as const;
  const name = (seat: number) => `P${seat}`;
  await draw(Report, { review: { ...review, missteps: [] }, own: [0], name, onShow: null });
  await isAsBefore("report");
});

test.each([
  ["won", [0], [seatView(0), seatView(1)]],
  ["shared", [0, 1], [seatView(0), seatView(1)]],
] as const)("the end: %s", async (name, winners, seats) => {
  const { Podium } = await import("../src/screens/podium");
  const points = winners.length > 1 ? [1, 1] : [0, 1];
  const over = gameView(overWith([...winners]), { points });
  socket.say(snapshot(over, { stage: "over", seats: [...seats] }));
  await draw(Podium, { stage: "screen" as const });
  await isAsBefore(`podium-${name}`);
});

const ODDS: OddsAnswer = {
  type: "odds",
  state: 1,
  available: true,
  preparing: false,
  estimated: true,
  stop: 0.4,
  throws: [],
};

test("the coach: what to do, and the chances", async () => {
  const { Coach } = await import("../src/table/coach");
  const { coach } = await import("../src/settings");
  coach.value = true;
  const now = gameView(choiceOf(0));
  socket.say(snapshot(now));
  const action = { unit: "1", elements: null };
  for (const [throws, name] of [
    [[{ action, chance: 0.61 }], "one"],
    [[0.61, 0.5, 0.45, 0.3].map((chance) => ({ action, chance })), "four"],
  ] as const) {
    socket.say({ ...ODDS, throws });
    await draw(Coach, { game: now, seat: 0 });
    await isAsBefore(`coach-${name}`);
  }
  coach.value = false;
});

test("the first throw is explained until somebody has understood", async () => {
  const { Lesson } = await import("../src/table/view");
  const { taught } = await import("../src/settings");
  socket.say(snapshot(gameView(throwBy(0))));
  session.page.settled.value = true;
  await draw(Lesson, { edition: "strike-2020" });
  root.find("button")[0]?.happens("click");
  await vi.advanceTimersByTimeAsync(200);
  expect([root.text, taught.value]).toEqual(["", true]);
});

test("a tap in the race is told at once, and nothing waits for it", async () => {
  const { Racing } = await import("../src/table/answers/race");
  const race = { heat: 1, starts_in_ms: 0, racers: [{ seat: 0, done: 0, needed: 3 }] };
  const awaited = { kind: "column" as const, seats: [0] };
  const racing = gameView(awaited, { race });
  socket.say(snapshot(racing));
  await draw(Racing, { game: racing, seat: 0, edition: "impact-power", awaited });
  root.find("button")[0]?.happens("pointerdown");
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)).toMatchObject({ type: "tap", seat: 0, done: 1 });
  expect(session.page.answered.value, "the next tap may follow").toBe("");
});

test("a replay that has been seen begins again, and else stands still or goes on", async () => {
  const { usePlayback } = await import("../src/screens/playback");
  const start = gameView(throwBy(0));
  const step = { thrown: null, step: stepTo(start) };
  const names = { names: ["Ann", "Ben"], looks: [], options: {}, elements: null };
  const replay = { game: "g", edition: "strike-2020", ...names, start, steps: [step, step] };
  const seen: ReturnType<typeof usePlayback>[] = [];
  await draw(() => {
    seen.push(usePlayback(replay));
    return null;
  }, {});
  const now = () => [seen.at(-1)?.at, seen.at(-1)?.running];
  const after: unknown[] = [now()];
  for (const press of ["jump", "press", "press", "press"]) {
    if (press === "jump") seen.at(-1)?.jump(2, "still");
    else seen.at(-1)?.playOrPause();
    await vi.advanceTimersByTimeAsync(100);
    after.push(now());
  }
  expect(after).toEqual([
    [0, true],
    [2, false],
    [0, true],
    [0, false],
    [0, true],
  ]);
});
