/** The throw of the day: the first counts, the next is practice, a lost line costs nothing. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Daily, Snapshot } from "../../src/protocol";
import type { Session } from "../../src/session";
import { stubPage } from "../page";

stubPage();
const { RequestError } = await import("../../src/net/connection");
const { Today } = await import("../../src/screens/daythrow");
const { days, forget, wearing } = await import("../../src/memory/shelf");

const AIM = { x: 0, y: 0, side: 0, speed: 1, height: 0.1, spin: 1 };
const NOW = Date.UTC(2026, 10, 17, 12);
const DATE = "2026-11-17";

function lying(...faces: readonly string[]): Daily["arena"] {
  return faces.map((face, id) => ({ dice: [{ id, face, pose: [0, 0, 0, 1, 0, 0, 0] }] }));
}

const POSITION: Daily = {
  type: "daily",
  date: DATE,
  edition: "strike-2020",
  arena: lying("2", "3"),
  dice: 2,
  common: true,
  thrown: null,
};
const thrown = (...faces: readonly string[]): Daily => ({
  ...POSITION,
  thrown: { arena: lying(...faces), out: [], frame: "" },
});

/** A page whose hall answers these one after the other: a day, or the code of a refusal. */
function page(...answers: readonly (Daily | string)[]) {
  const left = [...answers];
  const request = vi.fn(async () => {
    const answer = left.shift() ?? "bad_value";
    if (typeof answer === "string") throw new RequestError(answer, "no");
    return answer;
  });
  const shown: { type: string }[] = [];
  const say = vi.fn();
  const rethrownDay = vi.fn<Session["rethrownDay"]>();
  const refuse = vi.fn();
  const session = {
    line: { request },
    untilOpen: async () => undefined,
    say,
    sayError: refuse,
    rehearse: (message: { type: string }) => shown.push(message),
    rehearseFrame: () => undefined,
    rethrownDay,
  } as unknown as Session;
  return { session, today: new Today(session, NOW), request, refuse, rethrownDay, say, shown };
}

/** What the last position that was laid waits for. */
function awaited(shown: readonly { type: string }[]): string | undefined {
  const last = shown.findLast((one) => one.type === "snapshot") as Snapshot | undefined;
  return last?.game?.awaited.kind;
}

/** In what the dice of the last position are dressed. */
function dressed(shown: readonly { type: string }[]): string | undefined {
  const last = shown.findLast((one) => one.type === "snapshot") as Snapshot | undefined;
  return last?.seats[0]?.finish;
}

beforeEach(() => {
  forget();
  wearing.value = { finish: "brass", mat: null };
});

test("the first throw counts and is kept, the next is practice", async () => {
  const { today, request, shown } = page(
    POSITION,
    thrown("2", "2", "3", "X"),
    thrown("5", "5", "5", "5"),
  );
  await today.open();
  expect(request).toHaveBeenCalledWith({ type: "daily", date: DATE, aim: null });
  expect(awaited(shown)).toBe("throw");
  expect(dressed(shown), "in one's own dice").toBe("brass");
  await today.throw(AIM);
  expect(shown.map((one) => one.type)).toEqual(["snapshot", "thrown", "step"]);
  const dice = ["taken", "taken", "left", "lost"];
  expect(today.shown.value).toEqual({ dice, practice: false });
  today.practise();
  expect(today.shown.value).toBeNull();
  await today.throw(AIM);
  expect(today.shown.value?.practice).toBe(true);
  expect(days.value).toEqual([{ date: DATE, edition: "strike-2020", aim: AIM, dice }]);
});

test("a day that is over is thrown by hand as well: its first throw is kept, and is practice", async () => {
  const { session, request } = page(POSITION, thrown("2", "2", "3", "X"));
  const past = new Today(session, NOW, "2026-11-03");
  await past.open();
  await past.throw(AIM);
  expect(request).toHaveBeenLastCalledWith({ type: "daily", date: "2026-11-03", aim: AIM });
  expect(past.shown.value?.practice).toBe(true);
  expect(past.counted).toMatchObject({ date: "2026-11-03", late: true });
});

test("a throw that is refused did not happen: the dice lie there again", async () => {
  const { today, refuse, shown } = page(POSITION, "too_fast");
  await today.open();
  await today.throw(AIM);
  expect(shown.map((one) => one.type)).toEqual(["snapshot", "snapshot"]);
  expect(new Set(shown.map((one) => (one as Snapshot).game?.game)).size).toBe(2);
  expect(today.counted).toBeNull();
  expect(refuse).toHaveBeenCalledWith("too_fast");
});

test("who goes away in mid-throw has thrown, and sees nothing of it elsewhere", async () => {
  const { today, shown } = page(POSITION, thrown("2", "2", "3", "X"));
  await today.open();
  const flying = today.throw(AIM);
  today.close();
  await flying;
  expect(shown.map((one) => one.type)).toEqual(["snapshot"]);
  expect(days.value).toHaveLength(1);
});

test("what was lost with the line is asked for again", async () => {
  const { today, request, shown } = page("offline", POSITION, "offline", "offline", thrown("2"));
  await today.open();
  expect(awaited(shown)).toBe("throw");
  await today.throw(AIM);
  expect(request).toHaveBeenCalledTimes(5);
  expect(today.counted?.dice).toEqual(["left"]);
});

test.each([
  ["the same", ["2", "2", "3", "X"], "falls the same"],
  ["otherwise", ["2", "3", "4", "5"], "falls differently"],
])("who has thrown sees it, and again: %s", async (_, faces, told) => {
  const before = page(POSITION, thrown("2", "2", "3", "X"));
  await before.today.open();
  await before.today.throw(AIM);
  const { today, say, shown } = page(POSITION, thrown(...faces));
  await today.open();
  expect(today.shown.value?.practice).toBe(false);
  expect(awaited(shown)).toBe("choice");
  await today.seeAgain();
  expect(say).toHaveBeenCalledWith(expect.stringContaining(told));
  expect(today.shown.value?.dice).toEqual(today.counted?.dice);
});

test.each([
  ["falls here as the server says", ["2", "3", "2", "2"], ["2", "3", "2", "2"], "same"],
  ["falls otherwise here", ["2", "3", "2", "2"], ["2", "2", "3", "2"], "otherwise"],
  ["takes less than the list says", ["2", "3", "2", "4"], ["2", "3", "2", "4"], "otherwise"],
  ["cannot be thrown here", ["2", "3", "2", "2"], null, "unchecked"],
])("one of the day's best %s, and counts for nobody", async (_, there, here, check) => {
  const { today, rethrownDay, shown } = page(POSITION, thrown(...there));
  rethrownDay.mockResolvedValue(here && thrown(...here).thrown);
  await today.open();
  await today.seeBest({ name: "Ann", count: 3, aim: AIM });
  expect(today.shown.value).toMatchObject({ by: "Ann", practice: true, check });
  expect(dressed(shown), "not in one's own dice").toBe("");
  expect(today.counted).toBeNull();
});

test("what is found about a throw that is not shown any more is not said of another", async () => {
  const { today, rethrownDay } = page(POSITION, thrown("2", "3", "2", "2"));
  let found: (none: null) => void = () => undefined;
  rethrownDay.mockReturnValue(new Promise((resolve) => (found = resolve)));
  await today.open();
  const seen = today.seeBest({ name: "Ann", count: 3, aim: AIM });
  await vi.waitFor(() => expect(today.shown.value?.check).toBe("checking"));
  today.practise();
  found(null);
  await seen;
  expect(today.shown.value).toBeNull();
});
