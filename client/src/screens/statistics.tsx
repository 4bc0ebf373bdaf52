/** Everybody's game in numbers, and what luck had to do with it. */

import type { Named } from "../controls/seal";
import { luck, reviewedLuck, strikeRate } from "../game/review";
import { type Key, percent, signedDecimal, signedPercent, t } from "../i18n";
import type { GameReview, GameView, SeatStats } from "../protocol";
import { theNull } from "../speech/sentences";
import { Numbers } from "./numbers";

/** But for luck, which the coach may reckon. */
const COUNTED: readonly { label: Key; shown: (stats: SeatStats) => string | number }[] = [
  { label: "stats.throws", shown: ({ throws }) => throws },
  { label: "stats.strikes", shown: ({ strikes }) => strikes },
  { label: "stats.rate", shown: rateOf },
  { label: "stats.collected", shown: ({ collected }) => collected },
  { label: "stats.lost", shown: ({ lost_null, lost_out }) => lost_null + lost_out },
];

function rateOf(stats: SeatStats): string {
  const rate = strikeRate(stats);
  return rate === null ? "–" : percent(rate);
}

/** As the coach reckons it; without a report, from the null sides alone. */
function luckOf(review: GameReview | null, stats: SeatStats, seat: number): string {
  const reviewed = reviewedLuck(review, seat);
  if (reviewed !== null) return signedPercent(reviewed);
  const counted = luck(stats);
  return counted === null ? "–" : signedDecimal(counted);
}

/** Of those who played: a seat that nobody took has no line. */
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
    <section class="stats">
      <h2 class="group-title">{t("end.stats")}</h2>
      <Numbers
        label={t("end.stats")}
        columns={[...COUNTED.map(({ label }) => t(label)), t("stats.luck")]}
        lines={game.stats.flatMap((stats, seat) =>
          game.seats.includes(seat)
            ? {
                name: name(seat),
                cells: [...COUNTED.map(({ shown }) => shown(stats)), luckOf(review, stats, seat)],
              }
            : [],
        )}
      />
      <p class="hint">
        {review?.status === "ready"
          ? t("stats.luckReport")
          : t("stats.luckHelp", { theNull: theNull(edition) })}
      </p>
    </section>
  );
}
