/** The story of a table: whole and in order, without secrets, whatever the browser does to what is kept. */

import { beforeEach, expect, test, vi } from "vitest";
import { Archive, MOST_TABLES } from "../../src/engine/archive";
import { MOST_LETTERS, Story } from "../../src/proof/story";
import type { ClientMessage, Joined, Lines, ServerMessage } from "../../src/protocol";
import { Disk } from "../engine/indexed";

const TABLE = "abcdefghijkl";
const JOIN: ClientMessage = { type: "join", table: TABLE, name: "Ann", key: "w", signer: "K" };
const JOINED: Joined = {
  type: "joined",
  table: TABLE,
  host: false,
  seats: [{ seat: 1, token: "s" }],
};
const HEAD = {
  table: TABLE,
  key: "K",
  seats: [1],
  shown: { said: { type: "join", table: TABLE, name: "Ann", signer: "K" }, host: "HOST" },
};
const HEARD = { type: "joined", table: TABLE, host: false, seats: [{ seat: 1 }] };
const THROW: ClientMessage = { type: "answer", seat: 1, state: 4, move: "end", sign: "x" };

let disk: Disk;
let story: Story;

/** A page; another one is a reload or another tab. */
function page(): Story {
  return new Story(() => "HOST", new Archive());
}

function lines(game = "g", ...more: string[]): Lines {
  return { type: "lines", game, first: 0, lines: more };
}

function come(to = story): void {
  to.said(JOIN);
  to.heard(JOINED);
}

/** As long as everything takes to be written. */
async function written(): Promise<void> {
  for (let k = 0; k < 4; k++) await vi.advanceTimersByTimeAsync(1);
}

async function told(by: Story, table = TABLE): Promise<unknown[]> {
  const asked = by.of(table);
  await written();
  return (await asked).map((line) => JSON.parse(line));
}

beforeEach(() => {
  vi.useFakeTimers();
  disk = new Disk();
  vi.stubGlobal("indexedDB", disk.indexedDB);
  vi.stubGlobal("IDBKeyRange", disk.IDBKeyRange);
  story = page();
});

test("everything of a table is told in order, and no secret", async () => {
  story.said({ type: "hello" });
  come();
  story.heard(lines("g", "one"));
  story.said({ type: "ping" });
  story.said(THROW);
  const remark = { type: "tournament", remarks: [{ key: "of words" }] } as unknown as ServerMessage;
  story.heard(remark);
  const refused: ServerMessage = { type: "error", code: "illegal", message: "", ref: 3 };
  story.heard(refused);
  story.heard({ type: "left" });
  story.heard(lines("h", "of no table"));
  expect(await told(story)).toEqual([
    { story: 1, ...HEAD },
    { heard: HEARD },
    { heard: lines("g", "one") },
    { said: THROW },
    { heard: remark },
    { heard: refused },
    { heard: { type: "left" } },
  ]);
});

test("it begins with what was answered, whatever was said meanwhile", async () => {
  const watch = { type: "watch", table: "mnopqrstuvwx", ref: 8 } as const;
  story.said({ ...JOIN, ref: 7 });
  story.said(watch);
  story.heard({ ...JOINED, ref: 7 });
  const [head] = await told(story);
  expect(head).toMatchObject({ shown: { said: { type: "join", ref: 7 } } });
  story.heard({ ...JOINED, table: watch.table, seats: [], ref: 8 });
  expect(await told(story, watch.table)).toMatchObject([{ shown: { said: watch } }, {}]);
});

test("a page that is loaded again goes on, and the game leads to its story", async () => {
  come();
  story.heard(lines("g", "one"));
  await written();
  const next = page();
  come(next);
  expect(await told(next)).toEqual([
    { story: 1, ...HEAD },
    { heard: HEARD },
    { heard: lines("g", "one") },
    { again: HEAD },
    { heard: HEARD },
  ]);
  const found = page().ofGame("g");
  await written();
  expect(await found).toHaveLength(5);
  const none = page().ofGame("of others");
  await written();
  expect(await none).toEqual([]);
});

test("two tabs add to one story in the order in which they had the seats", async () => {
  come();
  const other = page();
  come(other);
  other.said(THROW);
  story.heard({ type: "superseded", moved: false });
  come();
  await written();
  const kinds = (await told(story)).map((line) => Object.keys(line as object)[0]);
  expect(kinds.join(" ")).toBe("story heard heard again heard said again heard");
});

const fills = () => {
  disk.full = null;
};
test.each<[string, () => void]>([
  ["is full", fills],
  ["is cleared", () => disk.things.clear()],
  ["refuses", () => vi.stubGlobal("indexedDB", undefined)],
])("nothing is lost to this page where storage %s", async (_, breaks) => {
  breaks();
  come();
  await written();
  breaks();
  story.said(THROW);
  expect((await told(story)).slice(1)).toEqual([{ heard: HEARD }, { said: THROW }]);
});

test("where storage is full for a while, what is kept has no gap", async () => {
  const archive = new Archive();
  story = new Story(() => "HOST", archive);
  disk.full = null;
  come();
  await written();
  expect(archive.persists).toBe(false);
  expect(await told(page())).toEqual([]);
  disk.full = undefined;
  story.said(THROW);
  await written();
  expect(archive.persists).toBe(true);
  expect(await told(page())).toEqual(await told(story));
});

test("whoever follows hears every line once: those there are, then those that come", async () => {
  come();
  await written();
  const after: string[] = [];
  const before = story.of(TABLE, () => {
    story.added = (line) => after.push(line);
  });
  story.said(THROW);
  await written();
  story.heard(lines("g"));
  const all = [...(await before), ...after].map((line) => JSON.parse(line));
  expect(all).toEqual(await told(story));
});

test("over its bound a story says so once, and nothing more is kept", async () => {
  come();
  story.heard(lines("g", "x".repeat(MOST_LETTERS)));
  story.heard(lines("g", "more"));
  expect((await told(story)).slice(2)).toEqual([{ cut: "size" }]);
});

test("only the newest tables are kept, with their games, and always this one", async () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const tables = [...letters].map((letter) => letter.repeat(12));
  for (const table of tables) {
    const one = page();
    one.heard({ ...JOINED, table });
    one.heard(lines(`game ${table}`));
    await written();
  }
  const kept = new Set([...disk.things.keys()].map((name) => name.split("/")[1]));
  expect([...kept].filter((name) => name?.length === 12).sort()).toEqual(
    tables.slice(-MOST_TABLES),
  );
  expect([...disk.things.keys()].filter((name) => name.startsWith("game/"))).toHaveLength(
    MOST_TABLES,
  );
});
