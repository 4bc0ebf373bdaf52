/** Somebody is away: who, and when a bot plays on for them. */

import { useEffect, useState } from "preact/hooks";
import { askedSeats } from "../game/table";
import { seconds, t } from "../i18n";
import type { SeatView } from "../protocol";
import { useSession } from "../session";
import { seatName } from "../speech/sentences";

/** Below the arena: everybody waits for this one. */
export function Away() {
  const { settled, table } = useSession().page;
  const { game, seats } = table.value;
  const asked = game && settled.value ? askedSeats(game) : [];
  const seat = asked.map((number) => seats[number]).find(isAway);
  return seat ? <Waiting key={seat.bot_in_ms} seat={seat} /> : null;
}

/** Whether a seat's person is not there, and nobody plays for them yet. */
export function isAway(seat: SeatView | undefined): boolean {
  return isMissing(seat) && !seat?.bot_plays;
}

/** Whether a seat's person is not there, whoever plays. */
export function isMissing(seat: SeatView | undefined): boolean {
  return seat?.kind === "person" && !seat.present;
}

function Waiting({ seat }: { seat: SeatView }) {
  const time = useCountdown(seat.bot_in_ms);
  return time && <p class="hint">{t("hud.botIn", { name: seatName(seat), time })}</p>;
}

/** On the name tag of everybody who is away: until when, or who plays instead. */
export function AwayNote({ seat }: { seat: SeatView }) {
  const time = useCountdown(seat.bot_in_ms);
  if (!isMissing(seat)) return null;
  const then = seat.bot_plays ? t("hud.awayBot") : time && t("hud.awayUntil", { time });
  return (
    <span class="tag-note" aria-hidden="true">
      <span class="tag-away">{t("hud.away")}</span> {then && <span class="tag-then">{then}</span>}
    </span>
  );
}

/** What is left of a time, counted down; null where there is none. */
function useCountdown(milliseconds: number | null): string | null {
  const [left, setLeft] = useState(milliseconds ?? 0);
  useEffect(() => {
    if (milliseconds === null) return;
    const end = performance.now() + milliseconds;
    const tick = () => setLeft(Math.max(0, end - performance.now()));
    tick();
    const timer = window.setInterval(tick, 500);
    return () => window.clearInterval(timer);
  }, [milliseconds]);
  return milliseconds === null ? null : seconds(Math.ceil(left / 1000));
}
