/**
 * A page that a server serves plays on this device while the server is out of reach, where somebody
 * wished to keep the engine; and with the server again as soon as nobody sits at a table.
 */

import { effect, signal } from "@preact/signals";
import { lookOffline, offline } from "../engine/offline";
import type { Connection } from "../net/connection";
import { DEVICE, type Hall, hall, SERVER, SERVERLESS } from "./hall";
import { rememberSeated } from "./seated";

const LOOK_MS = 15_000;
/** Whether the server was heard of since we left it. */
const isBack = signal(false);

export function chooseHall(line: Connection, sits: () => boolean): void {
  if (SERVERLESS) return;
  void lookOffline();
  effect(() => {
    const away = line.state.value === "lost" || line.state.value === "gone";
    const seated = sits();
    rememberSeated(seated && hall.value === DEVICE);
    if (seated) return;
    if (hall.value === SERVER && away && offline.value.state === "kept") move(line, DEVICE);
    else if (hall.value === DEVICE && isBack.value) move(line, SERVER);
  });
  window.setInterval(() => void look(), LOOK_MS);
  window.addEventListener("online", () => void look());
}

function move(line: Connection, next: Hall): void {
  isBack.value = false;
  hall.value = next;
  line.move((events) => next.dial(events));
}

async function look(): Promise<void> {
  if (hall.value !== DEVICE) return;
  const answer = await fetch("/healthz").catch(() => null);
  if (answer?.ok) isBack.value = true;
}
