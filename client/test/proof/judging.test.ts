/** What the auditor found makes the seal: grey until it has heard everything, and red from nothing but
 * a contradiction. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Auditing } from "../../src/engine/auditing";

type At = "ready" | "asks" | "none";
let at: Promise<At>;
const asked: boolean[] = [];
vi.mock("../../src/engine/offline", () => ({
  atHand: (mayFetch: boolean) => {
    asked.push(mayFetch);
    return at;
  },
}));
const { TableJudge } = await import("../../src/proof/judge");
const { Judging } = await import("../../src/proof/judging");

const CHECKED = { games: 1, lines: 9, throws: 3, again: 3, views: 4 };
const NOTHING_WRONG = { wrong: [], unproven: [], checked: CHECKED, sentences: ["as verify says"] };
const WRONG = { wrong: [{ code: "chain", game: "g", line: 4, what: "it" }] };
const UNPROVEN = { unproven: [{ code: "late", count: 2, name: "Ben" }] };

/** An auditor that says nothing until it is told to. */
class Silent {
  fed: string[] = [];
  say: (found: object | string | null) => void = () => undefined;
  ended = 0;

  begin(_: string, heard: (verdict: string | null) => void) {
    this.say = (found) => heard(typeof found === "object" && found ? JSON.stringify(found) : found);
    return (lines: readonly string[]) => void this.fed.push(lines.join(" "));
  }

  end(): void {
    this.ended++;
  }
}

let auditor: Silent;
let lines: string[];

function judging() {
  const one = new Judging(auditor as unknown as Auditing, async (then) => {
    then();
    return lines;
  });
  return { one, state: () => [one.seal.value.state, one.seal.value.why].join(" ") };
}

async function settle(): Promise<void> {
  for (let k = 0; k < 9; k++) await Promise.resolve();
}

beforeEach(() => {
  auditor = new Silent();
  at = Promise.resolve("ready");
  asked.length = 0;
  lines = ["a", "b"];
});

test("it is grey until everything there was is judged, then green", async () => {
  const { one, state } = judging();
  expect(state()).toBe("grey waiting");
  one.feed("is among the first");
  void one.start(true);
  expect(state()).toBe("grey coming");
  await settle();
  expect(state()).toBe("grey checking");
  expect(auditor.fed).toEqual(["a b"]);
  auditor.say(NOTHING_WRONG);
  expect(state()).toBe("green ");
  expect(one.seal.value).toMatchObject({ throws: 3, sentences: ["as verify says"] });
  one.feed("next");
  expect(auditor.fed.at(-1)).toBe("next");
  expect(state()).toBe("green ");
});

test("what is not proven makes it amber, with counts; a contradiction red, at once", async () => {
  const { one, state } = judging();
  void one.start(false);
  await settle();
  auditor.say({ ...NOTHING_WRONG, ...UNPROVEN });
  expect(state()).toBe("amber ");
  one.feed("next");
  auditor.say({ ...NOTHING_WRONG, ...UNPROVEN, ...WRONG });
  expect(state()).toBe("red ");
});

test("a story of which nothing is told yet is no story", async () => {
  lines = [];
  const { one, state } = judging();
  await one.start(true);
  expect([state(), auditor.fed]).toEqual(["grey checking", []]);
});

test.each<[string, At, string]>([
  ["saves data", "asks", "grey asks"],
  ["has no engine", "none", "grey none"],
])("where the browser %s it stays grey, and says why", async (_, how, told) => {
  at = Promise.resolve(how);
  const { one, state } = judging();
  await one.start(false);
  expect(state()).toBe(told);
  expect(auditor.fed).toEqual([]);
  at = Promise.resolve("ready");
  await one.start(true);
  expect(state()).toBe("grey checking");
  expect(asked).toEqual([false, true]);
});

test("an auditor that fails accuses nobody, and what it did not judge is never green", async () => {
  const { one, state } = judging();
  await one.start(true);
  auditor.say(null);
  expect(state()).toBe("grey none");
  one.feed("next");
  auditor.say(NOTHING_WRONG);
  expect([state(), auditor.fed]).toEqual(["grey none", ["a b"]]);
  await one.start(true);
  expect(auditor.fed).toEqual(["a b", "a b"]);
  auditor.say(NOTHING_WRONG);
  expect(state()).toBe("green ");
});

test("at the next table another story is judged, and with the last one its thread ends", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { setTimeout });
  const story = { added: (_: string) => undefined, of: async () => [] as string[] };
  const judge = new TableJudge(auditor as unknown as Auditing, story as never);
  expect(judge.seal.value).toBeNull();
  judge.look("one", true, true);
  judge.look("one", true, true);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).toEqual([true]);
  auditor.say({ ...NOTHING_WRONG, ...WRONG });
  expect(judge.wrong.value).toBe("as verify says");
  judge.look(null, true, false);
  expect([judge.seal.value, judge.wrong.value, auditor.ended]).toEqual([null, "", 1]);
  judge.look("two", false, false);
  await vi.advanceTimersByTimeAsync(9000);
  expect(judge.seal.value?.why).toBe("waiting");
  judge.now();
  expect(asked).toEqual([true, true]);
  vi.useRealTimers();
});
