/** What the player's hand does, sent to the table; the server says whether it may be. */

import type { Aim } from "../arena/types";
import { taught } from "../settings";
import { act, acting, pushing, send, table, unit } from "../store";

export function throwNow(aim: Aim): void {
  const seat = acting.value;
  const game = table.value.game;
  const what = unit.value;
  if (seat === null || !game || !what) return;
  pushing.value = false;
  taught.value = true;
  void act({ type: "throw", seat, state: game.state, unit: what, aim });
}

export function endTurn(): void {
  const seat = acting.value;
  const game = table.value.game;
  if (seat === null || game?.awaited.kind !== "choice") return;
  void act({ type: "end", seat, state: game.state });
}

export function pushDie(die: number, x: number, y: number): void {
  const seat = acting.value;
  const game = table.value.game;
  if (seat === null || !game) return;
  send({ type: "push", seat, state: game.state, dice: [{ die, x, y }] });
}
