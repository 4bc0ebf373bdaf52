/** How it stands between people who play together: after a game, and where the next one is prepared. */

import { SeatSign } from "../controls/sign";
import { listed, t } from "../i18n";
import { type Tally, tallies, tallyAmong } from "../memory/shared";
import { sharedGames } from "../memory/shelf";
import type { SeatView } from "../protocol";
import { useSession } from "../session";
import { calledHere } from "../speech/audience";
import { isolated } from "../speech/sentences";
import "./tally.css";

const MOST_OFFERED = 3;

/** After a game of several people; nothing for one who plays alone. */
export function TallySoFar() {
  const { page } = useSession();
  const { game, seats } = page.table.value;
  const people = seats.filter((one) => one.kind === "person" && game?.seats.includes(one.seat));
  const tally = tallyAmong(
    sharedGames.value,
    people.map((one) => one.name),
  );
  if (people.length < 2 || !tally) return null;
  const seatOf = (name: string) => people.find((one) => one.name === name);
  const called = (name: string) => calledHere(page, seatOf(name));
  const yours = (name: string) => isYou(page.own.value, seatOf(name));
  return (
    <section class="tally" aria-label={t("tally.title")}>
      <p class="tally-lead">{leadOf(tally, called, yours)}</p>
      <ol class="row tally-people">
        {tally.people.map(({ name, wins }) => (
          <li key={name}>
            <SeatSign seat={seatOf(name)?.seat ?? 0} size={22} />
            <span class="tally-name">{called(name)}</span>
            <strong>{wins}</strong>
          </li>
        ))}
      </ol>
      <p class="hint">{moreOf(tally, called, yours)}</p>
      <TallyPoints tally={tally} called={called} />
    </section>
  );
}

/** For those who count them: the points of a tournament of all their games. */
function TallyPoints({ tally, called }: { tally: Tally; called: Called }) {
  const byPoints = [...tally.people].sort((a, b) => a.points - b.points);
  return (
    <details class="tally-points">
      <summary>{t("tournament.points")}</summary>
      {byPoints.map(({ name, points }) => `${isolated(called(name))} ${points}`).join(" · ")}
    </details>
  );
}

function isYou(own: readonly number[], seat: SeatView | undefined): boolean {
  return own.length === 1 && own[0] === seat?.seat;
}

type Called = (name: string) => string;

function leadOf(tally: Tally, called: Called, yours: (name: string) => boolean): string {
  const [first, second] = tally.people;
  const score = standOf(tally);
  if (first && first.wins > (second?.wins ?? 0))
    return t(yours(first.name) ? "tally.leads.you" : "tally.leads.other", {
      name: called(first.name),
      score,
    });
  const leaders = tally.people.filter((one) => one.wins === first?.wins);
  if (leaders.length === tally.people.length) return t("tally.level", { score });
  return t("tally.shared", { names: listed(leaders.map((one) => called(one.name))) });
}

/** Wins as they are read out, most first, in one piece. */
export function standOf({ people }: Tally): string {
  return people.map((one) => one.wins).join("\u00a0:\u00a0");
}

function moreOf(tally: Tally, called: Called, yours: (name: string) => boolean): string {
  const games = t("tally.games", { count: tally.games });
  if (!tally.streak) return games;
  const { name, wins } = tally.streak;
  const key = yours(name) ? "tally.streak.you" : "tally.streak.other";
  return [t(key, { name: called(name), count: wins }), games].join(" · ");
}

/** The people of the last tables, to sit down again with one tap. */
export function SamePeople({ onChoose }: { onChoose: (names: readonly string[]) => void }) {
  const offered = tallies(sharedGames.value).slice(0, MOST_OFFERED);
  if (!offered.length) return null;
  return (
    <section class="same-people" aria-labelledby="same-people">
      <h2 id="same-people" class="group-title">
        {t("tally.again")}
      </h2>
      {offered.map((tally) => (
        <button
          key={namesOf(tally)}
          type="button"
          class="secondary"
          onClick={() => onChoose(tally.people.map((one) => one.name).sort())}
        >
          <span>{namesOf(tally)}</span> <strong>{standOf(tally)}</strong>
        </button>
      ))}
    </section>
  );
}

/** In the order of the score beside it. */
export function namesOf({ people }: Tally): string {
  return people.map((one) => isolated(one.name)).join(", ");
}
