/**
 * Who keeps the tables: a server, or this device, whose engine is the same hall in a worker. Both
 * take the same messages and answer the same addresses; the engine is loaded when it is first used.
 */

import { signal } from "@preact/signals";
import type { Engine } from "../engine/engine";
import { engineDrawer } from "../engine/state";
import type { Drawer } from "../kept";
import { lateWire } from "../net/late";
import { type Lateness, lateness } from "../net/pace";
import { socketTo, socketUrl } from "../net/socket";
import type { Dial } from "../net/wire";
import { wasSeated } from "./seated";

export interface Hall {
  readonly kind: "server" | "device";
  readonly dial: Dial;
  /** The answer to what is asked of its API, such as `games/CODE/record`. */
  readonly get: (path: string) => Promise<Response>;
}

/** Whether the page was built for a plain file server: then this device is the only hall. */
export const SERVERLESS = import.meta.env.MODE === "static";

export const SERVER: Hall = {
  kind: "server",
  dial: (events) => socketTo(socketUrl())(events),
  get: (path) => timed(fetch(`/api/${path}`)),
};

/** How late the server is with what it was asked outside of the line. */
export const late = signal<Lateness>("");
const owed = new Set<{ from: number }>();

function look(): void {
  const [oldest] = owed;
  late.value = oldest ? lateness((Date.now() - oldest.from) / 1000) : "";
}

async function timed(answer: Promise<Response>): Promise<Response> {
  const asked = { from: Date.now() };
  const timer = setInterval(look, 1000);
  owed.add(asked);
  try {
    return await answer;
  } finally {
    clearInterval(timer);
    owed.delete(asked);
    look();
  }
}

let starting: Promise<Engine> | null = null;

/** The engine of this page; started once. */
export function engine(): Promise<Engine> {
  starting ??= import("../engine/engine").then(({ Engine }) => new Engine());
  return starting;
}

/** The games of this device go on in this tab. */
export async function takeOver(): Promise<void> {
  await (await engine()).start(true);
}

/** Where the page keeps what it remembers of its games: beside them. */
export function hallDrawer(): Drawer {
  return (hall.value.kind === "device" && engineDrawer.peek()) || localStorage;
}

export const DEVICE: Hall = {
  kind: "device",
  dial: (events) =>
    lateWire(
      engine().then((one) => one.dial),
      events,
    ),
  get: async (path) => (await engine()).get(path),
};

/** Where this page plays. */
export const hall = signal<Hall>(SERVERLESS ? DEVICE : SERVER);

/** Whether this page was loaded again at a table of this device, though a server serves it: then it
 * goes on here. */
export function comeBackHere(): boolean {
  const cameBack = !SERVERLESS && wasSeated();
  if (cameBack) hall.value = DEVICE;
  return cameBack;
}

/** Asks the hall something. */
export function get(path: string): Promise<Response> {
  return hall.value.get(path);
}

/** What the hall answers, read; null where it has no answer. */
export async function read<T>(
  path: string,
  take: (answer: Response) => Promise<T> = (answer) => answer.json(),
): Promise<T | null> {
  try {
    const answer = await get(path);
    return answer.ok ? await take(answer) : null;
  } catch {
    return null;
  }
}
