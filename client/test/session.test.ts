/** The page's state between server and screen: who acts, what is covered, what is sent once. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gameView, overWith, seatView, snapshot, throwBy } from "./game/views";
import {
  answer,
  connect,
  type FakeSocket,
  openPage,
  sent,
  sockets,
  storage,
  stubPage,
} from "./page";
import { Server, THEIR_KEY } from "./proof/server";

stubPage();
const { fingerprint, keyOf } = await import("../src/fairness/keys");
const HOST = fingerprint(THEIR_KEY.public);
const { keptAt, keptTables } = await import("../src/settings");
const { wearing } = await import("../src/memory/shelf");
const { session } = await openPage();
const { page } = session;

function attend(more: Parameters<typeof snapshot>[1] = {}, game = gameView(throwBy(0))): void {
  newest().say(snapshot(game, more));
}

beforeEach(() => {
  page.holder.value = null;
  page.notice.value = null;
});
afterEach(() => void vi.useRealTimers());

const TABLE = "abcdefghijkl";
const JOINED = { type: "joined", table: TABLE, host: true, seats: [{ seat: 0, token: "s" }] };

const count = (type: string) => sent.filter((message) => message.type === type).length;

/** Lets everything go on that waits for nothing. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

/** The newest line. */
const newest = () => sockets.at(-1) as FakeSocket;

/** The line, open again if it was cut. */
async function openLine(): Promise<FakeSocket> {
  session.line.retry();
  return session.line.state.value === "open" ? newest() : await connect();
}

test("the own seat acts, and once it has answered it is not asked again", () => {
  attend();
  expect(page.acting.value).toBe(0);
  void session.act({ type: "answer", move: "end", seat: 0, state: 1 });
  expect(page.acting.value).toBeNull();
});

test("what the server refuses may be tried again, and is said in words", async () => {
  attend({}, gameView(throwBy(0), { state: 2 }));
  const done = session.act({ type: "answer", move: "end", seat: 0, state: 2 });
  expect(page.acting.value).toBeNull();
  await answer(newest(), "answer", { type: "error", code: "illegal", message: "" });
  await done;
  expect(page.acting.value).toBe(0);
  expect(page.notice.value?.kind).toBe("error");
});

test("nothing can be done while something is still being shown", () => {
  attend({}, gameView(throwBy(0), { state: 3 }));
  page.settled.value = false;
  expect(page.acting.value).toBeNull();
  page.settled.value = true;
  expect(page.acting.value).toBe(0);
});

test("on a shared device hidden supplies are seen only by whoever holds it", () => {
  const seats = [seatView(0), seatView(1, { yours: true })];
  attend({ seats, options: { supply: "hidden" } }, gameView(throwBy(1), { state: 4 }));
  expect([page.acting.value, page.handTo.value]).toEqual([null, 1]);
  expect(page.hands.value.map((hand) => hand.dice)).toEqual([null, null]);
  page.holder.value = 1;
  expect([page.acting.value, page.handTo.value]).toEqual([1, null]);
  expect(page.hands.value.map((hand) => hand.dice)).toEqual([null, 8]);
});

test("when it is over nothing is hidden any more", () => {
  const seats = [seatView(0), seatView(1, { yours: true })];
  attend({ seats, options: { supply: "hidden" } }, gameView(overWith([0]), { state: 5 }));
  expect(page.hands.value.map((hand) => hand.dice)).toEqual([8, 8]);
});

test("the unit that was chosen holds as long as it can be thrown", () => {
  const units = ["1", "pile:0"];
  const awaited = { kind: "choice", seat: 0, units } as const;
  attend({}, gameView({ ...awaited, units: [...units] }, { state: 6 }));
  page.chosenUnit.value = "pile:0";
  expect(page.unit.value).toBe("pile:0");
  attend({}, gameView(throwBy(0), { state: 7 }));
  expect(page.unit.value).toBe("1");
});

/** Sits down at a table; gives the key with which this page signs there. */
async function sitDown(table = TABLE, host: string | null = null): Promise<string> {
  session.invite(table, host);
  const asked = session.attendTable({ type: "join", table, name: "Ann" });
  await answer(newest(), "join", { ...JOINED, table });
  await asked;
  return keptAt(table)?.secret ?? "";
}

test("seats are kept with tokens and key, and given up when the game is over", async () => {
  const table = "mnopqrstuvwx";
  const secret = await sitDown(table, HOST);
  expect(JSON.parse(storage.get("kessel.tables") ?? "null")).toEqual([
    { table, tokens: ["s"], secret, host: HOST },
  ]);
  const join = sent.findLast((message) => message.type === "join");
  expect(join?.signer).toBe(keyOf(secret)?.public);
  expect(JSON.stringify(sent)).not.toContain(secret);
  attend({ table });
  session.leaveTable();
  expect(keptTables().at(-1)?.table).toBe(table);
  attend({ table, stage: "over" });
  session.leaveTable();
  expect(keptTables()).toEqual([]);
  expect(page.table.value.code).toBeNull();
});

test("seats are left on all devices once that is kept, and not if it is refused", async () => {
  const table = "leftleftleft";
  await sitDown(table);
  attend({ table });
  const refused = session.leaveForGood();
  await answer(newest(), "resign", { type: "error", code: "wrong_seat", message: "" });
  expect(await refused).toBe(false);
  expect(keptAt(table)?.tokens).toEqual(["s"]);
  const kept = session.leaveForGood();
  expect(keptAt(table)?.tokens, "not before it is acknowledged").toEqual(["s"]);
  await answer(newest(), "resign", { type: "done" });
  expect(await kept).toBe(true);
  expect(keptAt(table)).toBeNull();
  expect(page.table.value.code).toBeNull();
});

test("a device that signs nothing any more moves its seats to a key that nobody keeps", async () => {
  const table = "redredredred";
  await sitDown(table);
  attend({ table });
  vi.mocked(session.device.signed).mockReturnValueOnce(null);
  vi.spyOn(session.device, "caughtUp").mockResolvedValueOnce(false);
  const later: (() => void)[] = [];
  session.presentWith({ present: (_message, apply) => later.push(apply), frame: () => undefined });
  const left = session.leaveForGood();
  await settle();
  const seats = [{ seat: 0, token: "nobody's" }];
  await answer(newest(), "resume", { type: "joined", table, host: false, seats });
  expect(sent.findLast((one) => one.type === "resume")?.tokens).toEqual(["s"]);
  expect(await left).toBe(true);
  for (const apply of later) apply();
  session.presentWith(null);
  expect(keptAt(table)).toBeNull();
});

test("a presenter sees first what is shown in order, and the rest counts at once", () => {
  const held: (() => void)[] = [];
  session.presentWith({ present: (_message, apply) => held.push(apply), frame: () => undefined });
  attend({}, gameView(throwBy(0), { state: 20 }));
  newest().say({ type: "seats", stage: "playing", host: 0, seats: [seatView(0)], watchers: 3 });
  expect(page.table.value.game?.state).not.toBe(20);
  for (const apply of held) apply();
  expect(page.table.value.game?.state).toBe(20);
  session.presentWith(null);
});

test("a throw that was lost with the line is sent again as it was signed, whatever was aimed since", async () => {
  const key = keyOf(await sitDown());
  const { lines, digest } = new Server([], "g", key);
  const proof = { lines: 1, digest };
  vi.mocked(session.device.signed).mockRestore();
  const aim = { x: 0.01, y: 0, side: 0, speed: 1, height: 0.1, spin: 10 };
  const thrown = { type: "throw", seat: 0, state: 30, unit: "1" } as const;
  const named = [seatView(0, { name: "Ann" }), seatView(2, { name: "Ben" })];
  attend({ seats: named }, gameView(throwBy(0), { state: 30, proof }));
  newest().say({ type: "lines", game: "g", first: 0, lines });
  void session.act({ ...thrown, aim });
  const said = sent.findLast((message) => message.type === "throw");
  expect(said?.sign).toMatch(/^[\w-]{86}$/);
  newest().close();
  await settle();
  expect(page.acting.value).toBeNull();
  void session.act({ ...thrown, aim: { ...aim, x: 0.05 } });
  session.line.retry();
  await connect();
  const before = sent.length;
  newest().say(snapshot(gameView(throwBy(0), { state: 30, proof })));
  const again = sent.slice(before).filter((message) => message.type === "throw");
  expect(again).toMatchObject([{ ...thrown, aim, sign: said?.sign }]);
  await answer(newest(), "throw", { type: "error", code: "stale", message: "" });
  expect(page.notice.value).toBeNull(); // it had come before
  newest().say(snapshot(gameView(throwBy(1), { state: 31 })));
  expect(sent.filter((message) => message.type === "throw").at(-1)).toBe(again[0]);
  vi.spyOn(session.device, "signed").mockImplementation((_, message) => message);
});

test("a search for others goes on until there is a table, and that is kept", async () => {
  const asked = session.attendTable({ type: "seek", name: "Ann", editions: ["strike-2020"] });
  await answer(newest(), "seek", { type: "seeking", looking: 1, together: 1 });
  await asked;
  expect(page.seeking.value).toMatchObject({ looking: 1 });
  expect(sent.findLast((one) => one.type === "seek")?.tip).toMatch(/^[0-9a-f]{64}$/);
  newest().say({ type: "joined", table: "t2", seats: [{ seat: 0, token: "mine" }], host: true });
  expect(page.seeking.value).toBeNull();
  expect(keptAt("t2")).toMatchObject({ table: "t2", tokens: ["mine"], host: null });
  session.stopSeeking();
  expect(sent.at(-1)?.type).toBe("leave");
});

/** The line is cut and mended; what was asked for on the new one, after the greeting. */
async function mend(): Promise<typeof sent> {
  sockets.at(-1)?.close();
  await settle();
  session.line.retry();
  const before = sent.length;
  await connect();
  return sent.slice(before).filter((message) => message.type !== "hello");
}

test("a seat whose answer was lost is asked for again with the same key, until it is there", async () => {
  session.leaveTable();
  const wish = { type: "join", table: TABLE, name: "Ann" } as const;
  const asked = session.attendTable(wish);
  const key = sent.at(-1)?.key;
  expect(key).toMatch(/^[A-Za-z0-9_-]{32}$/);
  for (let i = 0; i < 2; i++) expect(await mend()).toMatchObject([{ ...wish, key }]);
  await answer(newest(), "join", { ...JOINED, seats: [{ seat: 1, token: "t" }] });
  expect((await asked)?.type).toBe("joined");
  expect(await mend()).toMatchObject([{ type: "resume", table: wish.table, tokens: ["t"] }]);
  void session.attendTable(wish);
  expect(sent.at(-1)?.key).not.toBe(key);
});

test("whoever wishes something else meanwhile is not led to what they wished before", async () => {
  session.leaveTable();
  const asked = session.attendTable({ type: "join", table: TABLE, name: "Ann" });
  sockets.at(-1)?.close();
  await settle();
  session.leaveTable();
  expect(await mend()).toEqual([]);
  expect(await asked).toBeNull();
});

test("a table that cannot be had now is asked for again, with growing pauses, and that is said", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const line = await openLine();
  const asked = () => count("watch");
  const before = asked();
  const attended = session.attendTable({ type: "watch", table: TABLE });
  for (const pause of [500, 1000, 2000, 3000, 3000]) {
    await answer(line, "watch", { type: "error", code: "not_saved", message: "" });
    await vi.advanceTimersByTimeAsync(0);
    const tries = asked();
    expect(page.notice.value?.kind).toBe("error");
    await vi.advanceTimersByTimeAsync(pause - 50);
    expect(asked()).toBe(tries);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked()).toBe(tries + 1);
  }
  expect(asked()).toBe(before + 6);
  await answer(line, "watch", { type: "joined", table: TABLE, host: false, seats: [] });
  expect((await attended)?.type).toBe("joined");
});

test("an answer after which the game goes on is not followed by one, however long that is shown", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const line = newest();
  line.say(JOINED);
  line.say(snapshot(gameView(throwBy(0), { state: 45 })));
  session.presentWith({ present: () => undefined, frame: () => undefined });
  void session.act({ type: "tap", done: 1, seat: 0, state: 45 });
  line.say({ type: "thrown", game: "g", throw: 3, casts: [], bytes: 0 });
  const asked = count("resume");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count("resume")).toBe(asked);
  session.presentWith(null);
});

test("an answer that changed nothing for three seconds is followed by a look at the table", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const line = newest();
  line.say(JOINED);
  line.say(snapshot(gameView(throwBy(0), { state: 50 })));
  void session.act({ type: "answer", move: "end", seat: 0, state: 50 });
  expect(page.acting.value).toBeNull();
  const asked = () => count("resume");
  const before = asked();
  await vi.advanceTimersByTimeAsync(2_950);
  expect(asked(), "not before").toBe(before);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked()).toBe(before + 1);
  line.say(snapshot(gameView(throwBy(0), { state: 50 })));
  await answer(line, "resume", JOINED);
  await vi.advanceTimersByTimeAsync(0);
  const ends = sent.filter((message) => message.state === 50);
  expect(ends, "it is said again, unchanged").toMatchObject([{ move: "end" }, { move: "end" }]);
  expect(page.acting.value, "and not asked for again").toBeNull();
});

test("a page that waits for its turn asks for the table once the game has gone on without it", async () => {
  const line = await seatedAt(52);
  const asked = () => count("resume");
  const before = asked();
  for (const state of [52, null]) line.say({ type: "pong", state });
  expect(asked(), "nothing was missed").toBe(before);
  for (let i = 0; i < 3; i++) line.say({ type: "pong", state: 54 });
  expect(asked(), "once, until that is answered").toBe(before + 1);
  await answer(line, "resume", JOINED);
  line.say(snapshot(gameView(throwBy(0), { game: "later", state: 54 })));
  await settle();
  expect(page.acting.value).toBe(0);
  line.say({ type: "pong", state: 54 });
  expect(asked()).toBe(before + 1);
});

test("silence is followed by the question that finds a missed turn after three seconds", async () => {
  vi.useFakeTimers();
  sockets.at(-1)?.close();
  await vi.advanceTimersByTimeAsync(0);
  const seated = seatedAt(53);
  await vi.advanceTimersByTimeAsync(0);
  const line = await seated;
  const pings = () => count("ping");
  const before = pings();
  await vi.advanceTimersByTimeAsync(4_100);
  expect(pings()).toBeGreaterThan(before);
  const resumed = count("resume");
  await answer(line, "ping", { type: "pong", state: 55 });
  expect(count("resume")).toBe(resumed + 1);
  await answer(line, "resume", JOINED);
  await vi.advanceTimersByTimeAsync(0);
});

test("what was acknowledged and is still asked for can be answered again", async () => {
  const line = await seatedAt(57);
  const done = session.act({ type: "answer", move: "end", seat: 0, state: 57 });
  await answer(line, "answer", { type: "done" });
  await done;
  expect(page.acting.value).toBeNull();
  line.say(snapshot(gameView(throwBy(0), { game: "later", state: 57 })));
  expect(page.acting.value).toBe(0);
});

test("nobody gives a seat up before the table is there again", async () => {
  await seatedAt(56);
  await mend();
  const left = session.leaveForGood();
  const resigned = () => count("resign");
  const before = resigned();
  await settle();
  expect(resigned()).toBe(before);
  const line = newest();
  await answer(line, "resume", JOINED);
  await settle();
  expect(resigned()).toBe(before + 1);
  await answer(line, "resign", { type: "done" });
  expect(await left).toBe(true);
});

test("a seat that moved while its device was away is shown as taken over, and nothing is said for it", async () => {
  await seatedAt(58);
  void session.act({ type: "answer", move: "end", seat: 0, state: 58 });
  expect(await mend()).toMatchObject([{ type: "resume", tokens: ["s"] }]);
  const line = newest();
  await answer(line, "resume", { type: "error", code: "bad_token", message: "" });
  await settle();
  expect(page.table.value.superseded).toBe(true);
  expect([keptAt(TABLE), page.notice.value]).toEqual([null, null]);
  const watch = session.attendTable({ type: "watch", table: TABLE });
  await answer(line, "watch", { type: "joined", table: TABLE, host: false, seats: [] });
  await watch;
  const seats = [seatView(0, { yours: false }), seatView(1)];
  line.say(snapshot(gameView(throwBy(0), { game: "later", state: 58 }), { seats }));
  expect(ends(58)).toHaveLength(1);
});

test("a token that is refused leaves the seats of this device alone", async () => {
  const line = await seatedAt(59);
  const tokens = ["another's"];
  const asked = session.attendTable({ type: "resume", table: TABLE, tokens });
  await answer(line, "resume", { type: "error", code: "bad_token", message: "" });
  expect(await asked).toBeNull();
  expect(page.table.value.superseded).toBe(false);
  expect(keptAt(TABLE)?.tokens).toEqual(["s"]);
});

/** Sits at a table whose game stands at a state, over an open line. */
async function seatedAt(state: number): Promise<FakeSocket> {
  const line = await openLine();
  const asked = session.attendTable({ type: "join", table: TABLE, name: "Ann" });
  await answer(line, "join", JOINED);
  await asked;
  line.say(snapshot(gameView(throwBy(0), { game: "later", state })));
  return line;
}

const ends = (state: number) => sent.filter((one) => one.type === "answer" && one.state === state);

test("an answer that was lost with the line is said again when the table is there, and not before", async () => {
  await seatedAt(60);
  void session.act({ type: "answer", move: "end", seat: 0, state: 60 });
  expect(await mend()).toMatchObject([{ type: "resume" }]);
  expect(page.acting.value, "it is not asked for again").toBeNull();
  expect(ends(60)).toHaveLength(1);
  const line = newest();
  line.say(snapshot(gameView(throwBy(0), { game: "later", state: 60 })));
  expect(ends(60)).toHaveLength(2);
  await answer(line, "answer", { type: "error", code: "stale", message: "" });
  expect(page.notice.value, "it had come before").toBeNull();
});

test("a seat is asked for again while the server cannot save", async () => {
  await seatedAt(61);
  expect(await mend()).toMatchObject([{ type: "resume" }]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const line = newest();
  const asked = () => count("resume");
  const before = asked();
  for (const [tries, code] of ["not_saved", "disk_full", "internal"].entries()) {
    await answer(line, "resume", { type: "error", code, message: "" });
    await vi.advanceTimersByTimeAsync(3_050);
    expect(asked()).toBe(before + tries + 1);
  }
  await answer(line, "resume", JOINED);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked(), "and then no more").toBe(before + 3);
});

test("what is answered before the table is there again goes out with it, once, and without an error", async () => {
  await seatedAt(62);
  await mend();
  const line = newest();
  void session.act({ type: "answer", move: "end", seat: 0, state: 62 });
  expect(ends(62)).toHaveLength(0);
  line.say(snapshot(gameView(throwBy(0), { game: "later", state: 62 })));
  expect(ends(62)).toHaveLength(1);
  await answer(line, "answer", { type: "done" });
  expect([page.notice.value, page.acting.value]).toEqual([null, null]);
});

test("an answer to a game that has gone on meanwhile is dropped", async () => {
  await seatedAt(64);
  void session.act({ type: "answer", move: "end", seat: 0, state: 64 });
  await mend();
  newest().say(snapshot(gameView(throwBy(0), { game: "later", state: 65 })));
  expect([ends(64).length, ends(65).length]).toEqual([1, 0]);
  expect(page.acting.value, "the new question is asked").toBe(0);
});

test("an answer that is not acknowledged for one and a half seconds waits for the network", async () => {
  const line = await seatedAt(66);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  void session.act({ type: "answer", move: "end", seat: 0, state: 66 });
  await vi.advanceTimersByTimeAsync(1_400);
  expect(page.overdue.value).toBe("");
  await vi.advanceTimersByTimeAsync(200);
  expect(page.overdue.value).not.toBe("");
  await answer(line, "answer", { type: "done" });
  expect(page.overdue.value).toBe("");
  line.say(snapshot(gameView(throwBy(0), { game: "later", state: 67 })));
  void session.act({ type: "answer", move: "end", seat: 0, state: 67 });
  await answer(line, "answer", { type: "done" });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(page.overdue.value, "one that was acknowledged does not").toBe("");
});

test("whoever sits here wears what was chosen on this device: said once, and not for others", () => {
  const worn = () => sent.filter((message) => message.type === "wear");
  const before = worn().length;
  attend({}, gameView(throwBy(0), { state: 90 }));
  expect(worn()).toHaveLength(before);
  wearing.value = { finish: "brass", mat: null };
  attend({}, gameView(throwBy(0), { state: 91 }));
  attend({}, gameView(throwBy(0), { state: 92 }));
  expect(worn().slice(before)).toMatchObject([{ seat: 0, finish: "brass", mat: "" }]);
  attend({ seats: [seatView(0, { finish: "brass" }), seatView(1)] });
  wearing.value = wearing.start;
  expect(worn().slice(before + 1)).toMatchObject([{ seat: 0, finish: "", mat: "" }]);
});

test("where several sit at this device only the first wears it, and nobody what was worn before", () => {
  const worn = () => sent.filter((message) => message.type === "wear");
  const before = worn().length;
  const seats = [
    seatView(0, { yours: false }),
    ...[1, 2].map((seat) => seatView(seat, { yours: true })),
  ];
  attend({ seats }, gameView(throwBy(0), { state: 93, game: "one device" }));
  wearing.value = { finish: "crown", mat: "rings" };
  expect(worn().slice(before)).toMatchObject([{ seat: 1, finish: "crown", mat: "rings" }]);
  const dressed = seats.map((one) => ({ ...one, finish: "crown", mat: "rings" }));
  attend({ seats: dressed }, gameView(throwBy(0), { state: 94, game: "one device" }));
  expect(worn().slice(before + 1)).toMatchObject([{ seat: 2, finish: "", mat: "" }]);
  wearing.value = wearing.start;
});

test("a further seat of this device is under the same key", async () => {
  const table = "bcdefghijkl2";
  const secret = await sitDown(table);
  const more = session.attendTable(
    { type: "join", table, name: "Ben", tokens: ["s"] },
    false,
    session.device.secret,
  );
  const seats = [...JOINED.seats, { seat: 1, token: "r" }];
  await answer(newest(), "join", { ...JOINED, table, seats });
  await more;
  expect(sent.findLast(({ type }) => type === "join")?.signer).toBe(keyOf(secret)?.public);
  expect(keptAt(table)).toMatchObject({ tokens: ["s", "r"], secret });
  session.leaveTable();
});
