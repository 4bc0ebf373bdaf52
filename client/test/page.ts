/** As much of a browser as the page's state needs: storage, an address, a socket that answers nothing. */

import { vi } from "vitest";
import type { Drawer } from "../src/kept";
import type { Session } from "../src/session";

export const storage = new Map<string, string>();
/** What was sent to the server, newest last. */
export const sent: { type: string; ref: number; [field: string]: unknown }[] = [];
/** The sockets that were opened, newest last. */
export const sockets: FakeSocket[] = [];

export class FakeSocket {
  static readonly OPEN = 1;
  readonly readyState = FakeSocket.OPEN;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor() {
    sockets.push(this);
  }

  send(text: string): void {
    sent.push(JSON.parse(text));
  }

  close(): void {
    this.onclose();
  }

  /** The server says something. */
  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const listeners = new Map<string, ((event: never) => void)[]>();
const listening = {
  addEventListener: (name: string, listener: (event: never) => void) =>
    listeners.set(name, [...(listeners.get(name) ?? []), listener]),
  removeEventListener: (name: string, listener: (event: never) => void) =>
    listeners.set(
      name,
      (listeners.get(name) ?? []).filter((one) => one !== listener),
    ),
};

/** Something happens to the window or the document. */
export function happens(name: string): void {
  for (const listener of listeners.get(name) ?? []) listener({} as never);
}

/** Storage over a map. */
export function drawerOf(kept: Map<string, string>): Drawer {
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

/** Call before anything reads what the browser keeps, or opens a line. */
export function stubPage(search = ""): void {
  listeners.clear();
  vi.stubGlobal("localStorage", drawerOf(storage));
  vi.stubGlobal("location", { pathname: "/", hash: "", search, protocol: "http:", host: "table" });
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", { hidden: false, documentElement: { dataset: {} }, ...listening });
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  vi.stubGlobal("window", {
    innerWidth: 1000,
    innerHeight: 800,
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
    setTimeout: (...all: Parameters<typeof setTimeout>) => setTimeout(...all),
    clearTimeout: (timer: number) => clearTimeout(timer),
    setInterval: (...all: Parameters<typeof setInterval>) => setInterval(...all),
    clearInterval: (timer: number) => clearInterval(timer),
    ...listening,
  });
}

/** A session whose line is open, with its socket. Its device signs nothing: tests of the proof have
 * one that does. */
export async function openPage(): Promise<{ session: Session; socket: FakeSocket }> {
  const { openSession } = await import("../src/opening");
  const session = openSession();
  vi.spyOn(session.device, "signed").mockImplementation((_, message) => message);
  return { session, socket: await connect() };
}

/** The line is open and greeted: the newest socket, ready to speak. */
export async function connect(): Promise<FakeSocket> {
  const socket = sockets.at(-1);
  if (!socket) throw new Error("nobody opened a line");
  socket.onopen();
  const hello = sent.findLast((message) => message.type === "hello");
  socket.say({ type: "welcome", ref: hello?.ref, editions: [], bots: ["a", "b", "c"] });
  await Promise.resolve();
  await Promise.resolve();
  return socket;
}

/** Answers the newest request of a kind. */
export async function answer(socket: FakeSocket, kind: string, reply: object): Promise<void> {
  const asked = sent.findLast((message) => message.type === kind);
  if (!asked) throw new Error(`nobody asked for ${kind}`);
  socket.say({ ...reply, ref: asked.ref });
  for (let i = 0; i < 5; i++) await Promise.resolve();
}
