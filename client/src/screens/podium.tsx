/** The end of a game, the same in three sizes: below the bowl, in the hand, on the big screen. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { EditionCards } from "../controls/editions";
import { SealedGame, SealLine } from "../controls/seal";
import { shareLink } from "../controls/share";
import { SeatSign } from "../controls/sign";
import { awardsOf } from "../game/awards";
import { botName } from "../game/characters";
import { agreeable, FIRST_EDITION, isEdition } from "../game/editions";
import { byBooklet } from "../game/houserules";
import { badgeOf } from "../game/people";
import { type Placed, type Result, resultOf } from "../game/ranking";
import type { TableState } from "../game/table";
import { hall } from "../hall/hall";
import { useReview } from "../hall/review";
import { language, t } from "../i18n";
import { games, ladder } from "../memory/shelf";
import { earned } from "../memory/summary";
import { type EditionId, type GameView, LEVELS } from "../protocol";
import { go, linkTo } from "../route";
import { type Session, useSession } from "../session";
import { lastEdition } from "../settings";
import { calledAt, listedHere } from "../speech/audience";
import { editionName, seatName } from "../speech/sentences";
import type { PageState } from "../state";
import { director } from "../table/display";
import { leave } from "../table/topbar";
import { useInvitation } from "./invitation";
import { Report } from "./report";
import { EarnedNow } from "./rewards";
import { hasCompany } from "./seeking";
import { Statistics } from "./statistics";
import { EveningBoard, EveningSharing, eveningTold, TallySoFar } from "./tally";
import { TournamentScore } from "./tournament";
import "../controls/parts.css";
import "./podium.css";

/** What the others have to say that they would like to wait. */
const ASKED_MS = 2000;
/** The game of which more is seen, also while the end steps aside for a throw that is seen again. */
const seenMore = signal<string | null>(null);

/** ms after which a big screen tells the evening instead of the game. */
const EVENING_AFTER = 6000;

/** On a big screen nobody presses anything. */
export function Podium({ stage }: { stage: "table" | "hand" | "screen" }) {
  const { judge, page } = useSession();
  const { game, info, tournament } = page.table.value;
  if (!game || !info) return null;
  const result = resultOf(game, tournament);
  const box = info.next?.edition ?? info.edition;
  return (
    <section class="podium" aria-labelledby="podium-title">
      <h1 id="podium-title" class="screen-title">
        {headline(page, result)}
      </h1>
      {stage === "screen" ? (
        <Stage game={game.game} places={result.places} />
      ) : (
        <Places places={result.places} />
      )}
      <TallySoFar />
      <TournamentScore over />
      {box !== info.edition && (
        <p class="next-box" role="status">
          {t("end.box.next", { edition: editionName(box) })}
        </p>
      )}
      {judge.seal.value?.state === "red" && <SealLine seal={judge.seal.value} />}
      <Proposal />
      {stage === "screen" ? (
        <p class="podium-again">{t("party.again")}</p>
      ) : (
        <>
          <Next box={box} />
          <More game={game} edition={info.edition} />
          <Earned game={game.game} />
        </>
      )}
    </section>
  );
}

/** The places, then the evening. */
function Stage({ game, places }: { game: string; places: readonly Placed[] }) {
  const { page } = useSession();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), EVENING_AFTER);
    return () => window.clearTimeout(timer);
  }, [game]);
  const evening = late ? eveningTold(page) : null;
  return evening ? <EveningBoard evening={evening} /> : <Places places={places} />;
}

/** Who won what: in a tournament a game has a winner, and only the last one ends it. */
function headline(page: PageState, { won, winners }: Result): string {
  const { tournament } = page.table.value;
  if (won !== "part" || !tournament) return winOf(page, winners);
  const { played: number, games: total } = tournament;
  return t("pair", {
    first: t("tournament.game", { number: Math.min(Math.max(1, number), total), total }),
    second: winOf(page, winners),
  });
}

function winOf(page: PageState, winners: readonly number[]): string {
  const [winner] = winners;
  if (winner === undefined) return t("say.over.nobody");
  if (winners.length > 1) return t("end.shared", { names: listedHere(page, winners) });
  const { own } = page;
  const mine = own.value.length === 1 && own.value[0] === winner;
  return t(mine ? "say.over.you" : "say.over.other", { name: calledAt(page, winner) });
}

function Places({ places }: { places: readonly Placed[] }) {
  const { page } = useSession();
  return (
    <ol class="places">
      {places.map(({ seat, place }) => (
        <li key={seat} class={`place place-${place}`} style={{ "--seat": badgeOf(seat).colour }}>
          <span class="place-step" aria-hidden="true">
            {place}
          </span>
          <SeatSign seat={seat} size={24} />
          <span class="place-name">{calledAt(page, seat)}</span>
          <span class="unseen">{t("end.place", { number: place })}</span>
        </li>
      ))}
    </ol>
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

/** Once more, with another box perhaps, or away. */
function Next({ box }: { box: string }) {
  const session = useSession();
  const { own, table } = session.page;
  const { info, proposed, tournament } = table.value;
  const [seat] = own.value;
  const goesOn = tournament !== null && tournament.winners === null;
  const asking = proposed?.what === "rematch" && proposed.seat === seat;
  useEffect(() => {
    if (!asking) return;
    const timer = window.setTimeout(() => session.send({ type: "rematch" }), ASKED_MS);
    return () => window.clearTimeout(timer);
  }, [asking, proposed]);
  const again = (mine: number) =>
    session.send(
      hasCompany(session) ? { type: "propose", seat: mine, what: "rematch" } : { type: "rematch" },
    );
  const isHost = info?.host !== null && info?.host !== undefined && own.value.includes(info.host);
  return (
    <>
      {seat !== undefined && (
        <Button
          class="primary"
          text={t(goesOn ? "end.nextGame" : "end.again")}
          disabled={asking}
          onClick={() => again(seat)}
        />
      )}
      <div class="row podium-actions">
        {isHost && !goesOn && (
          <details class="fold box-fold">
            <summary>{t("end.box")}</summary>
            <EditionCards
              edition={isEdition(box) ? box : FIRST_EDITION}
              onChoose={(next) => chooseBox(session, next)}
            />
          </details>
        )}
        <Button text={t("hud.leave.short")} onClick={() => leave(session)} />
      </div>
    </>
  );
}

/** Another box for the next game: everybody sees which. */
function chooseBox(session: Session, edition: EditionId): void {
  lastEdition.value = edition;
  const { preset } = byBooklet(edition, language.value);
  const elements = agreeable(edition);
  session.send({
    type: "choose_box",
    edition,
    preset: preset || null,
    elements: elements.length ? [...elements] : null,
  });
}

/** Who would like another game, and the way to say: not yet. Nobody's end is wiped away. */
function Proposal() {
  const session = useSession();
  const { own, table } = session.page;
  const { proposed, seats }: TableState = table.value;
  const who = proposed && seats[proposed.seat];
  if (!proposed || !who) return null;
  const [seat] = own.value;
  const name = seatName(who);
  if (proposed.what === "wait")
    return (
      <p class="stack middle proposal" role="status">
        {t("party.waits", { name })}
      </p>
    );
  return (
    <div class="stack middle proposal" role="status">
      <p>{t("party.wantsAgain", { name })}</p>
      <span class="proposal-time" aria-hidden="true" />
      {seat !== undefined && seat !== proposed.seat && (
        <Button
          text={t("party.notYet")}
          onClick={() => session.send({ type: "propose", seat, what: "wait" })}
        />
      )}
    </div>
  );
}

/** All that can be said of a game, on a tap. */
function More({ game, edition }: { game: GameView; edition: string }) {
  const open = seenMore.value === game.game;
  return (
    <details
      class="fold more-fold"
      open={open}
      onToggle={(event) => {
        seenMore.value = event.currentTarget.open ? game.game : null;
      }}
    >
      <summary>{t("end.more")}</summary>
      {open && <Told game={game} edition={edition} />}
    </details>
  );
}

function Told({ game, edition }: { game: GameView; edition: string }) {
  const session = useSession();
  const { device, judge, page, story } = session;
  const review = useReview(game.game);
  const seal = judge.seal.value;
  const shown = director.value;
  const showThrow = (number: number | null) => {
    const entry = page.table.value.log.find((one) => one.thrown?.number === number);
    if (number !== null) shown?.again(number, entry?.before ?? null);
  };
  const name = (seat: number) => calledAt(page, seat);
  const evening = eveningTold(page);
  const replay = linkTo({ at: "replay", code: game.game }, useInvitation().origin);
  return (
    <>
      <div class="row">
        <Button
          icon="play"
          text={t("end.watch")}
          onClick={() => go({ at: "replay", code: game.game })}
        />
        {hall.value.kind === "server" && (
          <Button
            icon="share"
            text={t("end.share")}
            onClick={() => void shareLink(session, replay, t("replay.title"))}
          />
        )}
        {evening && <EveningSharing evening={evening} />}
      </div>
      <Awards game={game} />
      <Report
        review={review}
        own={page.own.value}
        name={name}
        onShow={shown && ((moment) => showThrow(moment.throw))}
      />
      <Statistics game={game} edition={edition} review={review} name={name} />
      {seal && (
        <SealedGame
          seal={seal}
          game={game.game}
          signs={device.signs.value}
          onCheck={() => judge.now()}
          onStory={() => void story.save(game.game)}
        />
      )}
    </>
  );
}

/** What somebody did best. */
function Awards({ game }: { game: GameView }) {
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
