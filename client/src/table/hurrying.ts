/** Bots in a hurry: if that is wished, or for those who are out and want to see how it ends. */

import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fastBots } from "../settings";
import { ask, own, table } from "../store";

/** Whether the rest of the game is only shown as it ends. */
export const jumping = signal(false);

const running = computed(() => {
  const { game, info } = table.value;
  return info?.stage === "playing" && game?.awaited.kind !== "over" ? game : null;
});

/** Whether nobody else would be rushed: the others who are still in the game are bots. */
const alone = computed(() => {
  const still = table.value.seats.filter(
    (one) =>
      one.kind === "person" && !one.bot_plays && !running.value?.eliminated.includes(one.seat),
  );
  return still.every((one) => own.value.length === 1 && own.value[0] === one.seat);
});

/** Whether one is out of a game that goes on without any person. */
export const canJump = computed(() => {
  const game = running.value;
  const out = own.value.length > 0 && own.value.every((seat) => game?.eliminated.includes(seat));
  return game !== null && out && alone.value && !jumping.value;
});

/** Tells the table how its bots shall play, whenever that changes. */
export function useHurrying(): void {
  const game = running.value?.game ?? null;
  const seat = own.value[0];
  const fast = jumping.value || fastBots.value;
  const wanted = game !== null && seat !== undefined && alone.value && fast;
  useEffect(() => {
    if (!wanted || seat === undefined) return;
    void ask({ type: "hurry", seat, fast: true }, true);
    return () => void ask({ type: "hurry", seat, fast: false }, true);
  }, [game, wanted]);
  useEffect(() => {
    if (game === null) jumping.value = false;
  }, [game]);
}
