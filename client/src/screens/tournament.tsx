/** How the tournament stands: during a game, or after it. */

import { SeatSign } from "../controls/sign";
import { t } from "../i18n";
import { useSession } from "../session";
import { calledAt, listedHere } from "../speech/audience";
import "./tournament.css";

/** In the corner while they play. */
export function Tournament() {
  const { game, tournament } = useSession().page.table.value;
  return (
    game &&
    tournament && (
      <aside class="tournament-corner">
        <TournamentScore over={false} />
      </aside>
    )
  );
}

export function TournamentScore({ over }: { over: boolean }) {
  const { page } = useSession();
  const { seats, tournament } = page.table.value;
  if (!tournament) return null;
  return (
    <section class="tournament" aria-label={t("tournament.title")}>
      <h2 class="group-title">
        {t("tournament.game", {
          number: Math.min(Math.max(1, tournament.played + (over ? 0 : 1)), tournament.games),
          total: tournament.games,
        })}
      </h2>
      <p class="hint">{t("tournament.points")}</p>
      <ol class="score">
        {seats
          .filter((one) => one.kind !== "open")
          .map(({ seat }) => (
            <li key={seat}>
              <span>
                <SeatSign seat={seat} size={16} /> {calledAt(page, seat)}
              </span>
              <strong>{tournament.points[seat]}</strong>
            </li>
          ))}
      </ol>
      {tournament.winners && (
        <p>{t("tournament.won", { names: listedHere(page, tournament.winners) })}</p>
      )}
      {tournament.playoff && !tournament.winners && (
        <p>{t("tournament.playoff", { names: listedHere(page, tournament.playoff) })}</p>
      )}
    </section>
  );
}
