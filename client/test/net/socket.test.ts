/** A socket that was dialled before the page's script had come is taken, if it is good for anything. */

import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import { socketTo, socketUrl } from "../../src/net/socket";

const AHEAD = readFileSync(new URL("../../src/dial.js", import.meta.url), "utf8");
const URL_HERE = "ws://kessel.example/ws";

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 2;
  }
}

const events = { opened: vi.fn(), received: vi.fn(), closed: vi.fn() };

beforeEach(() => {
  Socket.all = [];
  vi.clearAllMocks();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "kessel.example" });
  vi.stubGlobal("window", {});
});

/** Runs the small script, as the browser does before or after the large one. */
function dialAhead(): void {
  new Function(AHEAD)();
}

test("one that is open is taken, and opens once its wire is known", async () => {
  dialAhead();
  const [ahead] = Socket.all as [Socket];
  ahead.readyState = Socket.OPEN;
  const wire = socketTo(URL_HERE)(events);
  expect(events.opened).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(events.opened).toHaveBeenCalledOnce();
  wire.send("hello");
  ahead.onmessage({ data: "welcome" });
  expect([Socket.all.length, ahead.sent]).toEqual([1, ["hello"]]);
  expect(events.received).toHaveBeenCalledWith("welcome");
});

test("one that is still dialled is waited for", () => {
  dialAhead();
  socketTo(URL_HERE)(events);
  const [ahead] = Socket.all as [Socket];
  ahead.onopen();
  expect(events.opened).toHaveBeenCalledOnce();
  expect(Socket.all).toHaveLength(1);
});

test("one that was closed here tells nothing any more", () => {
  const wire = socketTo(URL_HERE)(events);
  const [socket] = Socket.all as [Socket];
  wire.close();
  socket.onopen();
  socket.onmessage({ data: "late" });
  socket.onclose();
  for (const told of Object.values(events)) expect(told).not.toHaveBeenCalled();
});

test("one that was closed meanwhile is of no use", () => {
  dialAhead();
  Socket.all[0]?.close();
  socketTo(URL_HERE)(events);
  expect(Socket.all).toHaveLength(2);
});

test("it is taken once: the next dial is a new one", () => {
  dialAhead();
  socketTo(URL_HERE)(events).close();
  socketTo(URL_HERE)(events);
  expect(Socket.all).toHaveLength(2);
});

test("whoever comes too late dials nothing", () => {
  socketTo(URL_HERE)(events);
  dialAhead();
  expect(Socket.all).toHaveLength(1);
});

test("the line is as safe as the page", () => {
  expect(socketUrl()).toBe(URL_HERE);
  vi.stubGlobal("location", { protocol: "https:", host: "kessel.example" });
  expect(socketUrl()).toBe("wss://kessel.example/ws");
});
