/** Everybody's game in numbers, and what luck had to do with it. */

import type { Named } from "../controls/seal";
import { luck, strikeRate } from "../game/luck";
import { reviewedLuck } from "../game/review";
import { percent, signedDecimal, signedPercent, t } from "../i18n";
import type { GameReview, GameView, SeatStats } from "../protocol";
import { theNull } from "../speech/sentences";
import { Numbers } from "./numbers";
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
      <Numbers
        label={t("end.stats")}
        columns={COLUMNS.map((key) => t(key))}
        lines={game.stats.map((stats, seat) => ({
          name: name(seat),
          cells: [...countsOf(stats), luckOf(review, stats, seat)],
        }))}
      />
      <p class="hint">
        {review?.status === "ready"
          ? t("stats.luckReport")
          : t("stats.luckHelp", { theNull: theNull(edition) })}
      </p>
    </details>
  );
}

/** In the order of the columns, but for luck. */
function countsOf(stats: SeatStats): readonly (string | number)[] {
  const { throws, strikes, collected, lost_null, lost_out } = stats;
  const rate = strikeRate(stats);
  return [throws, strikes, rate === null ? "–" : percent(rate), collected, lost_null + lost_out];
}
