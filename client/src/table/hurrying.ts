/** Bots in a hurry where nobody else plays, and for those who are out and want to see how it ends. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameView } from "../protocol";
import { useSession } from "../session";
import type { PageState } from "../state";

/** Whether the rest of the game is only shown as it ends. */
export const jumping = signal(false);

function running(page: PageState): GameView | null {
  const { game, info } = page.table.value;
  return info?.stage === "playing" && game?.awaited.kind !== "over" ? game : null;
}

/** Whether nobody else would be rushed: the others who are still in the game are bots. */
export function isAlone(page: PageState): boolean {
  const { own, table } = page;
  const game = running(page);
  const still = table.value.seats.filter(
    (one) => one.kind === "person" && !one.bot_plays && !game?.eliminated.includes(one.seat),
  );
  return still.every((one) => own.value.length === 1 && own.value[0] === one.seat);
}

/** Whether one is out of a game that goes on without any person. */
export function canJump(page: PageState): boolean {
  const { own } = page;
  const game = running(page);
  const out = own.value.length > 0 && own.value.every((seat) => game?.eliminated.includes(seat));
  return game !== null && out && isAlone(page) && !jumping.value;
}

/** Tells the table how its bots play, whenever that changes. */
export function useHurrying(): void {
  const session = useSession();
  const game = running(session.page)?.game ?? null;
  const seat = session.page.own.value[0];
  const wanted = game !== null && seat !== undefined && isAlone(session.page);
  useEffect(() => {
    if (!wanted || seat === undefined) return;
    void session.ask({ type: "hurry", seat, fast: true }, true);
    return () => void session.ask({ type: "hurry", seat, fast: false }, true);
  }, [game, wanted]);
  useEffect(() => {
    if (game === null) jumping.value = false;
  }, [game]);
}
