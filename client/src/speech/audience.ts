/** Who is spoken of at this table, and who reads it. */

import { FIRST_EDITION } from "../game/editions";
import { listed, t } from "../i18n";
import type { SeatView } from "../protocol";
import type { PageState } from "../state";
import type { Scene } from "./lines";
import { seatName } from "./sentences";

/** What a seat is called on this page: who holds it alone is spoken to, not spoken of. */
export function calledHere(page: PageState, seat: SeatView | undefined): string {
  return seat && seat.seat === onlyOwn(page) ? t("hud.you") : seatName(seat);
}

/** The same by the number of the seat. */
export function calledAt(page: PageState, seat: number): string {
  return calledHere(page, page.table.value.seats[seat]);
}

/** Seats in a list after a colon, where whoever reads is one of them in small letters. */
export function listedHere(page: PageState, numbers: readonly number[]): string {
  const you = onlyOwn(page);
  const { seats } = page.table.value;
  return listed(
    numbers.map((number) => (number === you ? t("list.you") : seatName(seats[number]))),
  );
}

export function sceneOf(page: PageState): Scene {
  const { info, seats } = page.table.value;
  return {
    edition: info?.edition ?? FIRST_EDITION,
    names: seats.map(seatName),
    you: onlyOwn(page),
    own: page.own.value,
  };
}

/** The only seat of this page; null where it has several or none. */
function onlyOwn({ own }: PageState): number | null {
  const [first, another] = own.value;
  return another === undefined ? (first ?? null) : null;
}
