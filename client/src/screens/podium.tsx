/** The end of a game: who won, how everybody did, what luck had to do with it, and what next. */

import { Icon } from "../controls/icons";
import { luck, strikeRate } from "../game/luck";
import { reviewedLuck } from "../game/review";
import { type Key, percent, signedDecimal, signedPercent, t } from "../i18n";
import type { GameReview, GameView, SeatStats, SeatView } from "../protocol";
import { go } from "../route";
import { calledHere, listedHere } from "../speech/audience";
import { familyOf, theNull } from "../speech/sentences";
import { leaveTable, own, send, table } from "../store";
import { director } from "../table/display";
import { shareLink } from "./lobby";
import { Report, useReview } from "./report";

/** Seats from best to worst: winners first, then by points, fewest first. */
export function ranking(game: GameView): { seat: number; place: number }[] {
  const winners = game.awaited.kind === "over" ? game.awaited.winners : [];
  const score = (seat: number) => (winners.includes(seat) ? -1 : (game.points[seat] ?? 0));
  const seats = [...game.players].sort((a, b) => score(a) - score(b));
  let place = 0;
  return seats.map((seat, i) => {
    const before = seats[i - 1];
    if (before === undefined || score(before) !== score(seat)) place = i + 1;
    return { seat, place };
  });
}

function headline(game: GameView, edition: string, seats: readonly SeatView[]): string {
  const winners = game.awaited.kind === "over" ? game.awaited.winners : [];
  if (!winners.length) return t("say.over.nobody");
  if (winners.length > 1) return t("end.shared", { names: listedHere(winners, seats) });
  const [winner = 0] = winners;
  const you = own.value.length === 1 && own.value[0] === winner;
  const key = `end.${you ? "wonYou" : "won"}.${familyOf(edition)}`;
  return t(key as Key, { name: calledHere(seats[winner]) });
}

/** As the coach reckons it; without a report, from the null sides alone. */
function luckOf(review: GameReview | null, stats: SeatStats, seat: number): string {
  const reviewed = reviewedLuck(review, seat);
  if (reviewed !== null) return signedPercent(reviewed);
  const counted = luck(stats);
  return counted === null ? "–" : signedDecimal(counted);
}

function Stats({
  game,
  edition,
  review,
  name,
}: {
  game: GameView;
  edition: string;
  review: GameReview | null;
  name: (seat: number) => string;
}) {
  return (
    <details class="stats">
      <summary>{t("end.stats")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="scroll" tabIndex={0} aria-label={t("end.stats")}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{t("stats.throws")}</th>
              <th scope="col">{t("stats.strikes")}</th>
              <th scope="col">{t("stats.rate")}</th>
              <th scope="col">{t("stats.collected")}</th>
              <th scope="col">{t("stats.lost")}</th>
              <th scope="col">{t("stats.luck")}</th>
            </tr>
          </thead>
          <tbody>
            {game.stats.map((stats, seat) => {
              const rate = strikeRate(stats);
              return (
                <tr key={seat}>
                  <th scope="row">{name(seat)}</th>
                  <td>{stats.throws}</td>
                  <td>{stats.strikes}</td>
                  <td>{rate === null ? "–" : percent(rate)}</td>
                  <td>{stats.collected}</td>
                  <td>{stats.lost_null + stats.lost_out}</td>
                  <td>{luckOf(review, stats, seat)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <p class="hint">
        {review?.status === "ready"
          ? t("stats.luckReport")
          : t("stats.luckHelp", { theNull: theNull(edition) })}
      </p>
      {game.seed && (
        <p class="hint seed">
          {t("end.fair")} <code>{game.seed}</code>
        </p>
      )}
    </details>
  );
}

/** How the tournament stands: during a game, or after it. */
export function TournamentScore({ over }: { over: boolean }) {
  const { tournament, seats } = table.value;
  if (!tournament) return null;
  const name = (seat: number) => calledHere(seats[seat]);
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
        {tournament.points.map((points, seat) => (
          <li key={seat}>
            <span>{name(seat)}</span>
            <strong>{points}</strong>
          </li>
        ))}
      </ol>
      {tournament.winners && (
        <p>{t("tournament.won", { names: listedHere(tournament.winners, seats) })}</p>
      )}
      {tournament.playoff && !tournament.winners && (
        <p>{t("tournament.playoff", { names: listedHere(tournament.playoff, seats) })}</p>
      )}
    </section>
  );
}

export function Podium() {
  const { game, info } = table.value;
  return game && info && <Places key={game.game} game={game} edition={info.edition} />;
}

function Places({ game, edition }: { game: GameView; edition: string }) {
  const { seats, tournament, log } = table.value;
  const review = useReview(game.game);
  const shown = director.value;
  const showThrow = (number: number | null) => {
    const entry = log.find((one) => number !== null && one.thrown?.number === number);
    if (number !== null) shown?.again(number, entry?.before ?? null);
  };
  const name = (seat: number) => calledHere(seats[seat]);
  const replay = `${location.origin}/r/${game.game}`;
  const more = tournament !== null && tournament.winners === null;
  return (
    <section class="sheet podium" aria-labelledby="podium-title">
      <h1 id="podium-title" class="screen-title">
        {headline(game, edition, seats)}
      </h1>
      <ol class="places">
        {ranking(game).map(({ seat, place }) => (
          <li key={seat} class={`place place-${Math.min(place, 4)}`}>
            <span class="place-number" aria-hidden="true">
              {place}
            </span>
            <span class="place-name">{name(seat)}</span>
            <span class="unseen">{t("end.place", { number: place })}</span>
          </li>
        ))}
      </ol>
      <TournamentScore over />
      <h2 class="group-title">{t("report.title")}</h2>
      <Report
        review={review}
        own={own.value}
        name={name}
        onShow={shown && ((moment) => showThrow(moment.throw))}
      />
      <Stats game={game} edition={edition} review={review} name={name} />
      <div class="row podium-actions">
        {own.value.length > 0 && (
          <button type="button" class="primary" onClick={() => send({ type: "rematch" })}>
            {t(more ? "end.nextGame" : "end.again")}
          </button>
        )}
        <button
          type="button"
          class="secondary"
          onClick={() => void shareLink(replay, t("replay.title"))}
        >
          <Icon name="share" />
          <span>{t("end.share")}</span>
        </button>
        <button
          type="button"
          class="secondary"
          onClick={() => go({ at: "replay", code: game.game })}
        >
          <Icon name="play" />
          <span>{t("end.watch")}</span>
        </button>
        <button
          type="button"
          class="quiet-button"
          onClick={() => {
            leaveTable();
            go({ at: "home" });
          }}
        >
          {t("end.home")}
        </button>
      </div>
    </section>
  );
}
