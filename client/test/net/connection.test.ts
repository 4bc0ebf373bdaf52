/** The line mends itself: also one that was cut without a word. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "../../src/net/connection";
import { socketTo } from "../../src/net/socket";
import { happens, stubPage } from "../page";

/** A socket whose other end can fall silent. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readonly readyState = Socket.OPEN;
  silent = false;
  /** Whether it speaks another protocol. */
  refuses = false;
  closed = false;
  /** ms until an answer comes. */
  delay = 0;
  readonly sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor() {
    Socket.all.push(this);
  }

  send(text: string): void {
    const { type, ref } = JSON.parse(text);
    this.sent.push(JSON.parse(text));
    if (this.silent) return;
    const answer = this.refuses
      ? { type: "error", code: type === "hello" ? "protocol" : "hello_first", ref }
      : { type: type === "hello" ? "welcome" : "pong", ref };
    const tell = () => this.onmessage({ data: JSON.stringify(answer) });
    if (this.delay) setTimeout(tell, this.delay);
    else queueMicrotask(tell);
  }

  close(): void {
    this.closed = true; // what is told of it comes when the network pleases
  }
}

let opened = 0;

function dialled(open: (line: Connection) => void = () => opened++) {
  const connection: Connection = new Connection(socketTo("ws://table"), {
    message: () => undefined,
    frame: () => undefined,
    open: () => open(connection),
  });
  return connection;
}

async function connected() {
  const connection = dialled();
  Socket.all.at(-1)?.onopen();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.state.value).toBe("open");
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  stubPage();
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  opened = 0;
});
afterEach(() => vi.useRealTimers());

test("what is asked when a line opens goes out right behind hello", async () => {
  dialled((connection) => connection.send({ type: "look" }));
  const [socket] = Socket.all;
  if (socket) socket.delay = 800;
  socket?.onopen();
  expect(socket?.sent.map((one) => one.type)).toEqual(["hello", "look"]);
});

test("a page that is too old says so, and nothing else", async () => {
  let refusal: unknown = null;
  const connection = dialled((line) => {
    line.request({ type: "look" }).catch((error) => (refusal = error.code));
  });
  const [socket] = Socket.all;
  if (socket) socket.refuses = true;
  socket?.onopen();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.state.value).toBe("outdated");
  expect(refusal).toBe("offline");
  expect(Socket.all).toHaveLength(1);
});

test("a line that falls silent is lost, and made anew", async () => {
  const connection = await connected();
  const [first] = Socket.all;
  if (first) first.silent = true;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(connection.state.value).toBe("lost");
  await vi.advanceTimersByTimeAsync(1_000);
  Socket.all.at(-1)?.onopen();
  await vi.advanceTimersByTimeAsync(0);
  expect([connection.state.value, opened]).toEqual(["open", 2]);
  const alive = Socket.all.filter((one) => !one.closed);
  expect(alive, "the other dials are given up").toHaveLength(1);
  first?.onclose();
  expect(connection.state.value).toBe("open");
});

test("an answer that takes long is said to, though the line is there", async () => {
  const connection = await connected();
  const [first] = Socket.all;
  const spoken: string[] = [];
  connection.late.subscribe((late) => spoken.push(late));
  connection.send({ type: "look" }); // nobody waits for that
  await vi.advanceTimersByTimeAsync(20_000);
  if (first) first.silent = true;
  void connection.request({ type: "look" }).catch(() => undefined);
  for (let passed = 0; passed < 20; passed++) {
    await vi.advanceTimersByTimeAsync(1_000);
    first?.onmessage({ data: JSON.stringify({ type: "seats" }) });
    if (passed === 1) expect(connection.late.value).toBe("");
  }
  expect(spoken).toEqual(["", "late", "very_late"]);
  if (first) first.silent = false;
  await connection.request({ type: "look" });
  expect(connection.late.value).toBe("");
});

test("a line on which something still comes, however slowly, is not lost", async () => {
  const connection = await connected();
  const [first] = Socket.all;
  if (first) first.silent = true;
  for (let passed = 0; passed < 60; passed += 3) {
    await vi.advanceTimersByTimeAsync(3_000);
    first?.onmessage({ data: JSON.stringify({ type: "seats" }) });
  }
  expect([connection.state.value, opened]).toEqual(["open", 1]);
});

test("a page that hears much and has nothing to say is heard all the same", async () => {
  await connected();
  const [socket] = Socket.all;
  const said = () => socket?.sent.filter((one) => one.type === "ping").length ?? 0;
  for (let passed = 0; passed < 30; passed++) {
    await vi.advanceTimersByTimeAsync(1_000);
    socket?.onmessage({ data: JSON.stringify({ type: "seats" }) });
  }
  expect(said()).toBeGreaterThan(6);
});

test("a ping tells what the way there and back took, and whether the page is seen", async () => {
  const connection = await connected();
  const [socket] = Socket.all;
  if (!socket) return;
  socket.delay = 800;
  for (let asked = 0; asked < 20; asked++) {
    connection.send({ type: "ping" });
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(connection.trip.value).toBeCloseTo(800, -1);
  vi.stubGlobal("document", { hidden: true });
  connection.send({ type: "ping" });
  expect(socket.sent.at(-1)).toMatchObject({ hidden: true });
  expect(Math.abs(Number(socket.sent.at(-1)?.trip) - 800)).toBeLessThan(20);
});

test("whoever is asked whether they are there says so at once", async () => {
  await connected();
  const [socket] = Socket.all;
  const before = socket?.sent.length ?? 0;
  socket?.onmessage({ data: JSON.stringify({ type: "ping" }) });
  expect(socket?.sent.slice(before)).toMatchObject([{ type: "ping" }]);
});

test("a server that comes back after a long time is found within three seconds", async () => {
  const connection = await connected();
  Socket.all.at(-1)?.onclose();
  for (let tries = 0; tries < 30; tries++) {
    await vi.advanceTimersByTimeAsync(3_000);
    Socket.all.at(-1)?.onclose();
  }
  const before = Socket.all.length;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(Socket.all.length).toBeGreaterThan(before);
  expect(connection.state.value).toBe("gone");
});

test("a server that lets everybody in and out again is tried ever more rarely", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5); // chance may bring one more try into the time
  const connection = await connected();
  let known = 0;
  const tries: number[] = [];
  for (let passed = 0; passed < 40_000; passed += 50) {
    const newest = Socket.all.at(-1);
    if (Socket.all.length > known) {
      known = Socket.all.length;
      newest?.onopen();
      await vi.advanceTimersByTimeAsync(0);
      newest?.onclose();
    }
    await vi.advanceTimersByTimeAsync(50);
    if (passed % 20_000 === 0) tries.push(known);
  }
  const [, first = 0] = tries;
  expect(first).toBeGreaterThan(8);
  expect(first).toBeLessThan(20);
  expect(known - first).toBeLessThan(12);
  expect(connection.state.value).toBe("gone");
  vi.mocked(Math.random).mockRestore();
});

test("when the network comes back the line is tried at once", async () => {
  const connection = await connected();
  for (const socket of Socket.all) socket.silent = true;
  happens("online");
  await vi.advanceTimersByTimeAsync(5_200);
  expect(connection.state.value).toBe("lost");
});

test("a line that is stopped is not tried again", async () => {
  const connection = await connected();
  connection.stop();
  happens("online");
  connection.retry();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Socket.all).toHaveLength(1);
});
