/** What is worn at a table: dice by their owners, one mat by the first who brings one. Pure. */

import { FINISHES, type Finish, MATS, type Mat, type SeatView } from "../protocol";

/** What the dice of a seat look like; null if plain, or if this page does not know it. */
export function finishOf(seat: SeatView | undefined): Finish | null {
  return FINISHES.find((one) => one === seat?.finish) ?? null;
}

export function matOf(seats: readonly SeatView[]): Mat | null {
  const brought = seats.map((seat) => MATS.find((one) => one === seat.mat) ?? null);
  return brought.find((one) => one !== null) ?? null;
}
