/** What everybody waits for: somebody who is away, a slow network, another's device, or a throw. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { askedSeats, ownSeats } from "../game/table";
import { seconds, t } from "../i18n";
import { type Lateness, lateness } from "../net/pace";
import type { Flying, SeatView } from "../protocol";
import { useSession } from "../session";
import { seatName } from "../speech/sentences";
import { useCountdown } from "./clock";

/** ms that a throw waits for the links of other devices before they are named. */
const DEVICE_LATE = 1000;

/** Below the arena: everybody waits for this one. */
export function Away() {
  const session = useSession();
  const { overdue, settled, table } = session.page;
  const { game, seats } = table.value;
  const asked = game && settled.value ? askedSeats(game) : [];
  const seat = asked.map((number) => seats[number]).find(isAway);
  const devices = session.device.awaited.value;
  if (overdue.value) return <Told text={t("net.waiting")} />;
  if (seat) return <Waiting key={seat.bot_in_ms} seat={seat} />;
  if (devices.length) return <Devices key={devices.join()} seats={devices} />;
  const { awaited, state } = game ?? {};
  return settled.value && awaited?.kind === "flying" ? (
    <Throw key={state} thrown={awaited} />
  ) : null;
}

/** The dice are not there yet: once that is long, and what can be done. */
function Throw({ thrown }: { thrown: Flying }) {
  const session = useSession();
  const [late, setLate] = useState<Lateness>("");
  useEffect(() => {
    const since = performance.now();
    const look = () => setLate(lateness((performance.now() - since) / 1000));
    const timer = window.setInterval(look, 500);
    return () => window.clearInterval(timer);
  }, [thrown.stuck]);
  const [seat] = ownSeats(session.page.table.value);
  if (!thrown.stuck)
    return late && <Told text={t(late === "late" ? "throw.late" : "throw.veryLate")} />;
  return (
    <>
      <Told text={t("throw.stuck")} />
      {seat !== undefined && (
        <Button text={t("net.retry")} onClick={() => session.send({ type: "throw_again", seat })} />
      )}
    </>
  );
}

/** Whose devices a throw waits for, once that is long. */
function Devices({ seats }: { seats: readonly number[] }) {
  const { table } = useSession().page;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLong(true), DEVICE_LATE);
    return () => window.clearTimeout(timer);
  }, []);
  const names = seats.flatMap((one) => table.value.seats[one] ?? []).map(seatName);
  return isLong ? <Told text={t("net.waitingFor", { names: names.join(", ") })} /> : null;
}

function Told({ text }: { text: string }) {
  return (
    <p class="hint waits" role="status">
      {text}
    </p>
  );
}

/** Whether a seat's person is not there, and nobody plays for them yet. */
function isAway(seat: SeatView | undefined): boolean {
  return isMissing(seat) && !seat?.bot_plays;
}

/** Whether a seat's person is not there, whoever plays. */
export function isMissing(seat: SeatView | undefined): boolean {
  return seat?.kind === "person" && !seat.present;
}

function Waiting({ seat }: { seat: SeatView }) {
  const time = useTimeLeft(seat);
  return time && <p class="hint">{t("hud.botIn", { name: seatName(seat), time })}</p>;
}

/** On the name tag of everybody who is away: until when, or who plays instead. */
export function AwayNote({ seat }: { seat: SeatView }) {
  const time = useTimeLeft(seat);
  if (!isMissing(seat)) return null;
  const then = seat.bot_plays ? t("hud.awayBot") : time && t("hud.awayUntil", { time });
  return (
    <span class="tag-note" aria-hidden="true">
      <span class="tag-away">{t("hud.away")}</span> {then && <span class="tag-then">{then}</span>}
    </span>
  );
}

/** Until a bot plays; null where none will. */
function useTimeLeft({ bot_in_ms }: SeatView): string | null {
  const left = useCountdown(bot_in_ms, 500, bot_in_ms);
  return bot_in_ms === null ? null : seconds(Math.ceil(left / 1000));
}
