/**
 * Who judges at a real box: whoever keeps this page's tables, and, where the engine was put on this
 * device, the engine, which no lost connection reaches. Either goes on where the other stopped.
 */

import { computed, signal } from "@preact/signals";
import { Connection } from "../../net/connection";
import { DEVICE, SERVERLESS } from "../../net/house";
import { line } from "../../store";

/** What the engine's files are listed in, once it is on this device. */
const LIST = "engine/engine.json";
const NOTHING = () => undefined;

const own = signal<Connection | null>(null);

/** The line to whoever judges now. */
export const judge = computed(() => (own.value?.state.value === "open" ? own.value : line));
/** Whether that is the engine on this device, whatever becomes of the server. */
export const judgedHere = computed(() => judge.value !== line);

/** Lets the engine judge as soon as it is ready; it is never downloaded for that. */
export async function judgeHere(): Promise<void> {
  if (SERVERLESS || own.value || !(await engineIsHere())) return;
  own.value ??= new Connection(DEVICE.dial, { message: NOTHING, frame: NOTHING, open: NOTHING });
}

async function engineIsHere(): Promise<boolean> {
  if (!("caches" in globalThis)) return false; // as on pages at plain addresses
  const list = new URL(LIST, new URL(import.meta.env.BASE_URL, location.href));
  return (await caches.match(list).catch(NOTHING)) !== undefined;
}
