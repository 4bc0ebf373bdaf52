/** Who is spoken of at this table, and who reads it. */

import { FIRST_EDITION } from "../game/editions";
import type { TableState } from "../game/table";
import { listed, t } from "../i18n";
import type { SeatView } from "../protocol";
import type { PageState } from "../state";
import type { Scene } from "./lines";
import { seatName, seatNames } from "./sentences";

/** What a seat is called on this page: who holds it alone is spoken to, not spoken of. */
export function calledHere(page: PageState, seat: SeatView | undefined): string {
  const { own } = page;
  if (!seat) return "";
  return own.value.length === 1 && own.value[0] === seat.seat ? t("hud.you") : seatName(seat);
}

/** The same by the number of the seat. */
export function calledAt(page: PageState, seat: number): string {
  return calledHere(page, page.table.value.seats[seat]);
}

/** Seats in a list after a colon, where whoever reads is one of them in small letters. */
export function listedHere(page: PageState, numbers: readonly number[]): string {
  const own = page.own.value;
  const you = own.length === 1 ? own[0] : null;
  return listed(
    numbers.map((number) => {
      const seat = page.table.value.seats[number];
      if (number === you) return t("list.you");
      return seat ? seatName(seat) : "";
    }),
  );
}

export function sceneOf(page: PageState, state: TableState): Scene {
  const { own } = page;
  const seats = own.value;
  return {
    edition: state.info?.edition ?? FIRST_EDITION,
    names: seatNames(state.seats),
    you: seats.length === 1 ? (seats[0] ?? null) : null,
    own: seats,
  };
}
