/** The row of reactions: whether it is open, and what of a phone's screen it needs for itself. */

import { reactionRow } from "../settings";
import type { PageState } from "../state";
import { hasFewLetters, isNarrow, isRoomy } from "../style/screen";

/** CSS pixels: its height; and with large letters by how much a name stands out below the field of the box, too. */
const HEIGHT = { usual: 50, large: 80 };

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

/** What the box makes way for, CSS pixels: on a phone nothing is free between one's own name and the bar. */
export function rowRoom(page: PageState): number {
  if (!rowIsOpen(page) || !isNarrow()) return 0;
  return hasFewLetters() ? HEIGHT.large : HEIGHT.usual;
}
