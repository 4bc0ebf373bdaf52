/** What the proof needs of the browser: storage, and the record of a finished game. */

import type { Drawer } from "../engine/drawer";
import { get, hallDrawer } from "../hall/hall";

/** The hall's storage, asked for each time: if it is forbidden, even naming it throws. */
export const drawer: Drawer = {
  getItem: (name) => hallDrawer().getItem(name),
  setItem: (name, value) => hallDrawer().setItem(name, value),
  removeItem: (name) => hallDrawer().removeItem(name),
};

export async function fetchRecord(game: string): Promise<string | null> {
  try {
    const answer = await get(`games/${game}/record`);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Saves a text as a file on this device. */
export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
