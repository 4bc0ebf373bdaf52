/** What is worn at a table: dice by their owners, one mat by the first who brings one. Pure. */

import { FINISHES, type Finish, MATS, type Mat, type SeatView } from "../protocol";

/** What a die, or those of a seat, look like; null if plain, or if this page does not know it. */
export function finishOf(worn: { readonly finish?: string } | undefined): Finish | null {
  return FINISHES.find((one) => one === worn?.finish) ?? null;
}

export function matOf(seats: readonly Pick<SeatView, "mat">[]): Mat | null {
  const brought = seats.map((seat) => MATS.find((one) => one === seat.mat) ?? null);
  return brought.find((one) => one !== null) ?? null;
}
