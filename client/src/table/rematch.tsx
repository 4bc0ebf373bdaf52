/** Another game: others are asked for two seconds, so that nobody's podium is wiped away. */

import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { type Session, useSession } from "../session";
import { seatName } from "../speech/sentences";
import "./rematch.css";

/** What the others have to say that they would like to wait. */
const ASKED_MS = 2000;

/** Whether there is anybody else to ask. */
export function hasCompany(session: Session): boolean {
  const { own, table } = session.page;
  return table.value.seats.some(
    ({ kind, present, seat }) => kind === "person" && present && !own.value.includes(seat),
  );
}

export function RematchButton({ label }: { label: string }) {
  const session = useSession();
  const { own, table } = session.page;
  const [seat] = own.value;
  const { proposed } = table.value;
  const asking = proposed?.what === "rematch" && proposed.seat === seat;
  useEffect(() => {
    if (!asking) return;
    const timer = window.setTimeout(() => session.send({ type: "rematch" }), ASKED_MS);
    return () => window.clearTimeout(timer);
  }, [asking, proposed]);
  if (seat === undefined) return null;
  const again = () =>
    session.send(
      hasCompany(session) ? { type: "propose", seat, what: "rematch" } : { type: "rematch" },
    );
  return (
    <button type="button" class="primary" disabled={asking} onClick={again}>
      {label}
    </button>
  );
}

/** Who would like another game, and the way to say: not yet. */
export function Proposal() {
  const session = useSession();
  const { own, table } = session.page;
  const { proposed, seats } = table.value;
  const who = proposed && seats[proposed.seat];
  if (!proposed || !who) return null;
  const [seat] = own.value;
  const name = seatName(who);
  if (proposed.what === "wait")
    return (
      <p class="proposal" role="status">
        {t("party.waits", { name })}
      </p>
    );
  return (
    <div class="proposal" role="status">
      <p>{t("party.wantsAgain", { name })}</p>
      <span class="proposal-time" aria-hidden="true" />
      {seat !== undefined && seat !== proposed.seat && (
        <button
          type="button"
          class="secondary"
          onClick={() => session.send({ type: "propose", seat, what: "wait" })}
        >
          {t("party.notYet")}
        </button>
      )}
    </div>
  );
}
