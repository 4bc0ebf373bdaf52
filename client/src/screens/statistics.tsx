/** Everybody's game in numbers, and what luck had to do with it. */

import type { Named } from "../controls/seal";
import { luck, strikeRate } from "../game/luck";
import { reviewedLuck } from "../game/review";
import { percent, signedDecimal, signedPercent, t } from "../i18n";
import type { GameReview, GameView, SeatStats } from "../protocol";
import { theNull } from "../speech/sentences";
import "../controls/fold.css";
import "./statistics.css";

const COLUMNS = [
  "stats.throws",
  "stats.strikes",
  "stats.rate",
  "stats.collected",
  "stats.lost",
  "stats.luck",
] as const;

/** As the coach reckons it; without a report, from the null sides alone. */
function luckOf(review: GameReview | null, stats: SeatStats, seat: number): string {
  const reviewed = reviewedLuck(review, seat);
  if (reviewed !== null) return signedPercent(reviewed);
  const counted = luck(stats);
  return counted === null ? "–" : signedDecimal(counted);
}

export function Statistics({
  game,
  edition,
  review,
  name,
}: {
  game: GameView;
  edition: string;
  review: GameReview | null;
  name: Named;
}) {
  return (
    <details class="fold stats">
      <summary>{t("end.stats")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="scroll" tabIndex={0} aria-label={t("end.stats")}>
        <table>
          <thead>
            <tr>
              <td />
              {COLUMNS.map((key) => (
                <th key={key} scope="col">
                  {t(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {game.stats.map((stats, seat) => (
              <Row key={seat} name={name(seat)} stats={stats} luck={luckOf(review, stats, seat)} />
            ))}
          </tbody>
        </table>
      </section>
      <p class="hint">
        {review?.status === "ready"
          ? t("stats.luckReport")
          : t("stats.luckHelp", { theNull: theNull(edition) })}
      </p>
    </details>
  );
}

function Row({ name, stats, luck }: { name: string; stats: SeatStats; luck: string }) {
  const rate = strikeRate(stats);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{stats.throws}</td>
      <td>{stats.strikes}</td>
      <td>{rate === null ? "–" : percent(rate)}</td>
      <td>{stats.collected}</td>
      <td>{stats.lost_null + stats.lost_out}</td>
      <td>{luck}</td>
    </tr>
  );
}
