/** Somebody everybody waits for is away: who, and when a bot plays on for them. */

import { useEffect, useState } from "preact/hooks";
import { askedSeats } from "../game/table";
import { seconds, t } from "../i18n";
import type { SeatView } from "../protocol";
import { seatName } from "../speech/sentences";
import { settled, table } from "../store";

export function Away() {
  const { game, seats } = table.value;
  const asked = game && settled.value ? askedSeats(game.awaited) : [];
  const seat = asked.map((number) => seats[number]).find(isAway);
  return seat ? <Waiting key={seat.bot_in_ms} seat={seat} /> : null;
}

/** Whether a seat's person is not there, and nobody plays for them yet. */
export function isAway(seat: SeatView | undefined): boolean {
  return seat?.kind === "person" && !seat.present && !seat.bot_plays;
}

function Waiting({ seat }: { seat: SeatView }) {
  const [left, setLeft] = useState(seat.bot_in_ms ?? 0);
  useEffect(() => {
    const end = performance.now() + (seat.bot_in_ms ?? 0);
    const tick = () => setLeft(Math.max(0, end - performance.now()));
    const timer = window.setInterval(tick, 500);
    return () => window.clearInterval(timer);
  }, [seat.bot_in_ms]);
  if (seat.bot_in_ms === null) return null;
  const time = seconds(Math.ceil(left / 1000));
  return <p class="hint">{t("hud.botIn", { name: seatName(seat), time })}</p>;
}
