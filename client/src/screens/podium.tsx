/** The end of a game: who won, how everybody did, and what next. */

import { signal } from "@preact/signals";
import { Button } from "../controls/button";
import { Icon } from "../controls/icons";
import { late } from "../controls/late";
import { Portrait } from "../controls/portrait";
import { SealedGame, SealLine } from "../controls/seal";
import { shareLink } from "../controls/share";
import { SeatSign } from "../controls/sign";
import { awardsOf } from "../game/awards";
import { botName } from "../game/characters";
import { familyOf } from "../game/editions";
import { badgeOf } from "../game/people";
import { type Placed, type Result, resultOf } from "../game/ranking";
import { hall } from "../hall/hall";
import { t } from "../i18n";
import { games, ladder } from "../memory/shelf";
import { earned } from "../memory/summary";
import { type GameView, LEVELS } from "../protocol";
import { go, linkTo } from "../route";
import { useSession } from "../session";
import { calledAt, calledHere, listedHere } from "../speech/audience";
import type { PageState } from "../state";
import { director } from "../table/display";
import { AnotherBox, Proposal, RematchButton } from "../table/rematch";
import { useInvitation } from "./invitation";
import { EarnedNow } from "./memory/rewards";
import { useReview } from "./reviewed";
import { TallySoFar } from "./tally";
import { TournamentScore } from "./tournament";
import "../controls/sheet.css";
import "./podium.css";

const Report = late(() => import("./report").then((one) => one.Report));
const Statistics = late(() => import("./statistics").then((one) => one.Statistics));
/** Kept while the podium steps aside for a throw that is seen again. */
const reportOpen = signal(false);

export function Podium() {
  const { table } = useSession().page;
  const { game, info } = table.value;
  if (!game || !info) return null;
  return <Sheet key={game.game} game={game} edition={info.edition} />;
}

function Sheet({ game, edition }: { game: GameView; edition: string }) {
  const { page } = useSession();
  const { own, table } = page;
  const { log, tournament } = table.value;
  const result = resultOf(game, tournament);
  const review = useReview(game.game);
  const shown = director.value;
  const showThrow = (number: number | null) => {
    const entry = log.find((one) => number !== null && one.thrown?.number === number);
    if (number !== null) shown?.again(number, entry?.before ?? null);
  };
  const name = (seat: number) => calledAt(page, seat);
  return (
    <section class="sheet podium" aria-labelledby="podium-title">
      <h1 id="podium-title" class="screen-title">
        {headline(page, result, edition)}
      </h1>
      <Places places={result.places} />
      <Awards game={game} />
      <TallySoFar />
      <Earned game={game.game} />
      <TournamentScore over />
      <details
        class="fold coach-fold"
        open={reportOpen.value}
        onToggle={(event) => {
          reportOpen.value = event.currentTarget.open;
        }}
      >
        <summary>{t("report.open")}</summary>
        <Report
          review={review}
          own={own.value}
          name={name}
          onShow={shown && ((moment) => showThrow(moment.throw))}
        />
      </details>
      <Statistics game={game} edition={edition} review={review} name={name} />
      <Sealed game={game.game} />
      <AnotherBox />
      <Proposal />
      <Next game={game.game} />
    </section>
  );
}

/** What somebody did best. */
export function Awards({ game }: { game: GameView }) {
  const { page } = useSession();
  const awards = awardsOf(game);
  if (!awards.length) return null;
  return (
    <ul class="row awards" aria-label={t("end.awards")}>
      {awards.map(({ kind, seat, count }) => (
        <li key={kind} style={{ "--seat": badgeOf(seat).colour }}>
          {t(`award.${kind}`, {
            name: calledAt(page, seat),
            dice: t("count.dice", { count }),
            count,
          })}
        </li>
      ))}
    </ul>
  );
}

/** What was achieved for the first time in this game, and who was beaten on the ladder. */
function Earned({ game }: { game: string }) {
  const found = [...earned(games.value)].filter(([, where]) => where.game === game);
  const { beaten, game: last } = ladder.value;
  const level = last === game ? LEVELS[beaten - 1] : undefined;
  const climbed = level && [{ deed: { beaten }, name: t("end.climbed", { name: botName(level) }) }];
  const achieved = found.map(([name]) => ({
    deed: { achieve: name },
    name: t("end.earned", { name: t(`achieve.${name}`) }),
  }));
  return <EarnedNow done={[...achieved, ...(climbed ?? [])]} />;
}

/** What is known of the proof: one line, and all of it on a tap. */
function Sealed({ game }: { game: string }) {
  const { device, judge, story } = useSession();
  const seal = judge.seal.value;
  if (!seal) return null;
  return (
    <details class="fold seal-fold" open={seal.state === "red"}>
      <summary>
        <SealLine seal={seal} />
      </summary>
      <SealedGame
        seal={seal}
        game={game}
        signs={device.signs.value}
        onCheck={() => judge.now()}
        onStory={() => void story.save(game)}
      />
    </details>
  );
}

/** Who won what: in a tournament a game has a winner, and only the last one makes a champion. */
export function headline(page: PageState, result: Result, edition: string): string {
  const { tournament } = page.table.value;
  if (result.won !== "part" || !tournament) return champion(page, result.winners, edition);
  const { played: number, games: total } = tournament;
  return t("pair", {
    first: t("tournament.game", { number: Math.min(Math.max(1, number), total), total }),
    second: winOf(page, result.winners),
  });
}

function champion(page: PageState, winners: readonly number[], edition: string): string {
  const [winner] = winners;
  if (winner === undefined || winners.length > 1) return winOf(page, winners);
  const key = `end.${isYou(page, winner) ? "wonYou" : "won"}.${familyOf(edition)}` as const;
  return t(key, { name: calledAt(page, winner) });
}

function winOf(page: PageState, winners: readonly number[]): string {
  const [winner] = winners;
  if (winner === undefined) return t("say.over.nobody");
  if (winners.length > 1) return t("end.shared", { names: listedHere(page, winners) });
  return t(isYou(page, winner) ? "say.over.you" : "say.over.other", {
    name: calledAt(page, winner),
  });
}

function isYou(page: PageState, seat: number): boolean {
  const { own } = page;
  return own.value.length === 1 && own.value[0] === seat;
}

export function Places({ places }: { places: readonly Placed[] }) {
  const { page } = useSession();
  return (
    <ol class="places">
      {places.map(({ seat: number, place }) => {
        const seat = page.table.value.seats[number];
        return (
          <li
            key={number}
            class={`place place-${Math.min(place, 4)}`}
            style={{ "--seat": badgeOf(number).colour }}
          >
            {place === 1 && <Icon name="cup" size={28} />}
            {seat?.kind === "bot" ? (
              <Portrait level={seat.level} size={48} />
            ) : (
              <SeatSign seat={number} size={40} />
            )}
            <span class="place-name">{calledHere(page, seat)}</span>
            <span class="place-step" aria-hidden="true">
              {place}
            </span>
            <span class="unseen">{t("end.place", { number: place })}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** What comes next: the next game, the replay, the first page. */
function Next({ game }: { game: string }) {
  const session = useSession();
  const replay = linkTo({ at: "replay", code: game }, useInvitation().origin);
  return (
    <div class="row podium-actions">
      <RematchButton />
      {hall.value.kind === "server" && (
        <Button
          icon="share"
          text={t("end.share")}
          onClick={() => void shareLink(session, replay, t("replay.title"))}
        />
      )}
      <Button icon="play" text={t("end.watch")} onClick={() => go({ at: "replay", code: game })} />
      <Button
        class="quiet-button"
        text={t("end.home")}
        onClick={() => {
          const together = session.page.own.value.length > 1;
          session.leaveTable();
          go({ at: together ? "hotseat" : "home" });
        }}
      />
    </div>
  );
}
