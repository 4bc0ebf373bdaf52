/**
 * Who keeps the tables: a server, or this device, whose engine is the same hall in a worker. Both
 * take the same messages and answer the same addresses; the engine is loaded when it is first used.
 */

import { signal } from "@preact/signals";
import type { Engine } from "../engine/engine";
import { lateWire } from "./late";
import { socketTo, socketUrl } from "./socket";
import type { Dial } from "./wire";

export interface House {
  readonly kind: "server" | "device";
  readonly dial: Dial;
  /** The answer to what is asked of its API, such as `games/CODE/record`. */
  readonly get: (path: string) => Promise<Response>;
}

/** Whether the page was built for a plain file server: then there is no other house than this device. */
export const SERVERLESS = import.meta.env.MODE === "static";

export const SERVER: House = {
  kind: "server",
  dial: (events) => socketTo(socketUrl())(events),
  get: (path) => fetch(`/api/${path}`),
};

let starting: Promise<Engine> | null = null;

/** The engine of this page; started once. */
export function engine(): Promise<Engine> {
  starting ??= import("../engine/engine").then(({ Engine }) => new Engine());
  return starting;
}

export const DEVICE: House = {
  kind: "device",
  dial: (events) =>
    lateWire(
      engine().then((one) => one.dial),
      events,
    ),
  get: async (path) => (await engine()).get(path),
};

/** Where this page plays. */
export const house = signal<House>(SERVERLESS ? DEVICE : SERVER);

/** Asks the house something. */
export function get(path: string): Promise<Response> {
  return house.value.get(path);
}
