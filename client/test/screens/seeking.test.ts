/** A quick match is looked for on a line of its own; what it finds is kept for the page. */

import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Session } from "../../src/session";
import { gameView, snapshot, throwBy } from "../game/views";
import { answer, connect, type FakeSocket, openPage, sent, sockets, stubPage } from "../page";

stubPage();
const search = await import("../../src/screens/seeking");
const { keptAt } = await import("../../src/settings");

const WISH = { name: "Ann", editions: ["strike-2020"] };
let session: Session;

beforeAll(async () => {
  ({ session } = await openPage());
});

afterEach(() => search.stopSearch());

/** The line of the search, where one looks alone. */
async function looking(): Promise<FakeSocket> {
  void search.seek(session, WISH);
  const socket = await connect();
  await answer(socket, "seek", { type: "seeking", looking: 1, together: 1 });
  return socket;
}

test("who searches can sit at another table meanwhile, and the search goes on", async () => {
  const line = await looking();
  const here = sockets.at(-2);
  expect(here).not.toBe(line);
  const opened = session.attendTable({ type: "create", edition: "strike-2020", seats: [] });
  const create = sent.findLast((one) => one.type === "create");
  here?.say({
    type: "joined",
    table: "bots",
    seats: [{ seat: 0, token: "b" }],
    host: true,
    ref: create?.ref,
  });
  await opened;
  here?.say(snapshot(gameView(throwBy(0)), { table: "bots" }));
  line.say({ type: "seeking", looking: 2, together: 2 });
  expect(search.seeking()).toMatchObject({ together: 2 });
  expect(session.page.table.value.code).toBe("bots");
  line.say({ type: "joined", table: "match", seats: [{ seat: 1, token: "m" }], host: false });
  line.say(snapshot(gameView(throwBy(0)), { table: "match" }));
  expect(search.found()).toBe("match");
  search.endSearch();
  expect(keptAt("match")).toMatchObject({ tokens: ["m"] });
  expect(keptAt("bots")).toMatchObject({ tokens: ["b"] });
  expect(keptAt("match")?.secret).not.toBe(keptAt("bots")?.secret);
  expect(search.isSearching()).toBe(false);
});

test("a search that is stopped says so, and its line is closed", async () => {
  await looking();
  expect(search.isSearching()).toBe(true);
  search.stopSearch();
  expect(sent.at(-1)?.type).toBe("leave");
  expect([search.isSearching(), search.seeking(), search.found()]).toEqual([false, null, null]);
});

test("a search that is refused is at an end, and the page says why", async () => {
  void search.seek(session, WISH);
  const socket = await connect();
  await answer(socket, "seek", { type: "error", code: "unknown_edition", message: "" });
  expect(search.isSearching()).toBe(false);
  expect(session.page.notice.value?.kind).toBe("error");
});

test("a search whose line falls silent is noticed in eight seconds, and goes on over another", async () => {
  vi.useFakeTimers();
  const line = await looking();
  const [wish] = sent.filter((one) => one.type === "seek").slice(-1);
  const before = sockets.length;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(search.isSearching()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sockets.length).toBeGreaterThan(before);
  const next = await connect();
  expect(next).not.toBe(line);
  expect(sent.findLast((one) => one.type === "seek")).toMatchObject({
    ...wish,
    ref: expect.any(Number),
    tip: expect.any(String),
  });
  await answer(next, "seek", { type: "seeking", looking: 1, together: 1 });
  expect(search.seeking()).toMatchObject({ looking: 1 });
  vi.useRealTimers();
});

test("a search whose dial hangs tries again until it is answered", async () => {
  vi.useFakeTimers();
  const before = sockets.length;
  void search.seek(session, WISH);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sockets.length).toBeGreaterThan(before + 4);
  const socket = await connect();
  await answer(socket, "seek", { type: "seeking", looking: 3, together: 1 });
  expect(search.seeking()).toMatchObject({ looking: 3 });
  vi.useRealTimers();
});
