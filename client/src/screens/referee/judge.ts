/**
 * Who judges at a real box: the referee on this device, where it is or as soon as it has come, and
 * until then whoever keeps this page's tables. Each goes on where the other stopped.
 */

import { computed, effect, signal, untracked } from "@preact/signals";
import { type Manifest, readManifest } from "../../engine/files";
import { keepOffline, keptReferee, list, lookReferee, refereeOffline } from "../../engine/offline";
import { engineState } from "../../engine/state";
import { hall, SERVERLESS } from "../../hall/hall";
import { Connection, RequestError } from "../../net/connection";
import { lateWire } from "../../net/late";
import { remembered } from "../../settings";
import { oneOf } from "../../shapes";

type RefereeJudge = Pick<Connection, "state" | "request" | "retry">;

const NOTHING = () => undefined;
/** Until it is known who judges. */
const NOBODY: RefereeJudge = {
  state: signal("connecting"),
  request: () => Promise.reject(new RequestError("offline", "nobody judges yet")),
  retry: NOTHING,
};

/** Whether the referee is wanted on this device; empty until somebody has said so. */
export const wanted = remembered<"" | "yes" | "no">("refereeHere", "", oneOf(["", "yes", "no"]));
/** Whether the referee of this device did not start, so that somebody else judges. */
export const didNotStart = signal(false);

const own = signal<Connection | null>(null);
/** Whoever keeps this page's tables, once it is known. */
const keeper = signal<RefereeJudge>(NOBODY);
/** Whether it judges for good: it was here from the start, or it is ready. */
const sworn = signal(false);
const looked = signal(SERVERLESS);

/** Whoever judges now; once it is this device, no server is asked, not even while it starts again. */
export const judge = computed<RefereeJudge>(() => {
  if (own.value && sworn.value) return own.value;
  return looked.value ? keeper.value : NOBODY;
});
/** Whether that is this device, whatever becomes of a server. */
export const judgedHere = computed(
  () => hall.value.kind === "device" || (own.value !== null && sworn.value),
);
/** Whether it has come to this device and is starting, while somebody else judges. */
export const isComing = computed(() => own.value !== null && !sworn.value);

/** It judges as soon as it is ready; one that does not start gives up. */
function watch(started: Connection): void {
  const stop = effect(() => {
    const state = started.state.value;
    if (state === "open") sworn.value = true;
    else if (state === "gone" || state === "outdated") untracked(giveUp);
  });
  function giveUp(): void {
    stop();
    started.stop();
    own.value = null;
    sworn.value = false;
    didNotStart.value = true;
  }
}

/** Lets this device judge where the referee is on it, or was once wanted; else looks if it can come. */
export async function judgeHere(line: RefereeJudge): Promise<void> {
  keeper.value = line;
  const onDevice = hall.value.kind === "device"; // where the engine judges, unless another tab has it
  if (own.value || didNotStart.value || (onDevice && engineState.value !== "elsewhere")) {
    looked.value = true;
    return;
  }
  const manifest = await (onDevice ? readManifest(list()) : keptReferee()).catch(() => null);
  if (manifest && !own.value) start(manifest, true);
  looked.value = true;
  if (manifest || onDevice) return;
  await lookReferee();
  if (wanted.value === "yes" && refereeOffline.value.state === "offered") await bringReferee();
}

/** Has the referee come to this device, where it goes on as soon as it is ready; false: it cannot. */
export async function bringReferee(): Promise<boolean> {
  wanted.value = "yes";
  const manifest = (await keepOffline("referee")) ? await keptReferee() : null;
  if (manifest && !own.value) start(manifest, false);
  return manifest !== null;
}

function start(manifest: Manifest, atOnce: boolean): void {
  const wire = import("../../engine/refereewire").then((it) => it.refereeOf(list(), manifest));
  didNotStart.value = false;
  sworn.value = atOnce;
  own.value = new Connection((events) => lateWire(wire, events), {
    message: NOTHING,
    frame: NOTHING,
    open: NOTHING,
  });
  watch(own.value);
}
