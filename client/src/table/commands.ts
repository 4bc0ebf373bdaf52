/** What the player's hand does, sent to the table; the server says whether it may be. */

import type { AimFields } from "../arena/types";
import type { GameView } from "../protocol";
import type { Session } from "../session";
import { taught } from "../settings";
import { director, ownTosses } from "./display";

export function throwNow(session: Session, aim: AimFields): void {
  const { acting, own, pushing, table, unit } = session.page;
  if (table.value.info?.stage === "gathering") {
    ownTosses.value += 1;
    // Too fast, or begun by now: nothing hangs on it.
    void session.ask({ type: "toss", seat: own.value[0] ?? null, aim }, true);
    return;
  }
  const seat = acting.value;
  const game = table.value.game;
  const what = unit.value;
  if (seat === null || !game || !what) return;
  pushing.value = false;
  taught.value = true;
  director.value?.arena.grasp.letGo(aim);
  void session.act({ type: "throw", seat, state: game.state, unit: what, aim });
}

export function endTurn(session: Session): void {
  const { acting, table } = session.page;
  const seat = acting.value;
  const game = table.value.game;
  if (seat === null || game?.awaited.kind !== "choice") return;
  answer(session, { game, seat }, "end");
}

/** Something else than a throw, as records write it. */
export function answer(
  session: Session,
  { game, seat }: { readonly game: GameView; readonly seat: number },
  move: string,
  dice?: number[],
): void {
  const { state } = game;
  void session.act({ type: "answer", seat, state, move, ...(dice ? { dice } : {}) });
}

export function pushDie(session: Session, die: number, x: number, y: number): void {
  const { acting, table } = session.page;
  const seat = acting.value;
  const game = table.value.game;
  if (seat === null || !game) return;
  session.send({ type: "push", seat, state: game.state, dice: [{ die, x, y }] });
}
