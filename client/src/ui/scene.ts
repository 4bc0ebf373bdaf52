/** Who is spoken of at this table, and who reads it. */

import type { Scene } from "../game/caption";
import type { TableState } from "../game/table";
import { own } from "../store";
import { seatNames } from "./speech";

export function sceneOf(state: TableState): Scene {
  const seats = own.value;
  return {
    edition: state.info?.edition ?? "strike-2020",
    names: seatNames(state.seats),
    you: seats.length === 1 ? (seats[0] ?? null) : null,
  };
}
