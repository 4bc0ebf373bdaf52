/**
 * A page that a server serves plays on this device while the server is out of reach, where somebody
 * wished to keep the engine; and with the server again as soon as nobody sits at a table.
 */

import { effect, signal } from "@preact/signals";
import { lookOffline, offline } from "../engine/offline";
import type { Connection } from "./connection";
import { DEVICE, type House, house, SERVER, SERVERLESS } from "./house";
import { rememberSeated } from "./seated";

const LOOK_MS = 15_000;
/** Whether the server was heard of since we left it. */
const isBack = signal(false);

export function chooseHouse(line: Connection, sits: () => boolean): void {
  if (SERVERLESS) return;
  void lookOffline();
  effect(() => {
    const away = line.state.value === "lost" || line.state.value === "gone";
    const seated = sits();
    rememberSeated(seated && house.value === DEVICE);
    if (seated) return;
    if (house.value === SERVER && away && offline.value.state === "kept") move(line, DEVICE);
    else if (house.value === DEVICE && isBack.value) move(line, SERVER);
  });
  window.setInterval(() => void look(), LOOK_MS);
  window.addEventListener("online", () => void look());
}

function move(line: Connection, next: House): void {
  isBack.value = false;
  house.value = next;
  line.move((events) => next.dial(events));
}

async function look(): Promise<void> {
  if (house.value !== DEVICE) return;
  const answer = await fetch("/healthz").catch(() => null);
  if (answer?.ok) isBack.value = true;
}
