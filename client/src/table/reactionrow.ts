/** The row of reactions: whether it is open, and what of a phone's screen it needs for itself. */

import { reactionRow } from "../settings";
import type { PageState } from "../state";
import { hasFewLetters, isNarrow, isRoomy } from "../style/screen";

/** CSS pixels: its height, and by how much a large name stands out below the field of the box. */
const HEIGHT = 80;

/** Somebody who would see it: another person at the table, or watching. */
function hasCompany(page: PageState): boolean {
  const { own, table } = page;
  const { seats, info } = table.value;
  const others = seats.filter((one) => one.kind === "person" && !own.value.includes(one.seat));
  const watchers = (info?.watchers ?? 0) - (own.value.length ? 0 : 1);
  return others.length > 0 || watchers > 0;
}

export function rowIsOpen(page: PageState): boolean {
  return reactionRow.value === "auto"
    ? isRoomy() && hasCompany(page)
    : reactionRow.value === "open";
}

/** What the box makes way for, CSS pixels: between large names and the bar nothing is free. */
export function rowRoom(page: PageState): number {
  return rowIsOpen(page) && isNarrow() && hasFewLetters() ? HEIGHT : 0;
}
