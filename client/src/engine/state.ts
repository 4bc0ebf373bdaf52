/** How the engine of this device is doing; light enough for every page to know. */

import { signal } from "@preact/signals";
import type { Drawer } from "../kept";

/** `elsewhere`: another tab of this browser has the games in hand. */
type EngineState = "off" | "starting" | "ready" | "elsewhere" | "failed";

export const engineState = signal<EngineState>("off");
/** Whether games outlive the page. */
export const gamesAreKept = signal(true);
/** What the page keeps beside its games; null unless the engine is ready. */
export const engineDrawer = signal<Drawer | null>(null);
