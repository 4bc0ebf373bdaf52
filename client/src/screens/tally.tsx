/** How it stands between people who play together: after a game, and where the next one is prepared. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { shareText } from "../controls/share";
import { listed, locale, t } from "../i18n";
import { crownOf, eveningOf, type Tally, tallyAmong, tallyOf } from "../memory/shared";
import { sharedGames } from "../memory/shelf";
import { bestThrows } from "../memory/summary";
import type { SeatView } from "../protocol";
import { linkTo } from "../route";
import { useSession } from "../session";
import { calledHere } from "../speech/audience";
import { isolated, seatName } from "../speech/sentences";
import type { PageState } from "../state";
import { clipOfThrow } from "./clip";
import { useInvitation } from "./invitation";
import { drawn } from "./pictures";
import { standOf } from "./waiting";

/** The tally of those who sit there; null where fewer than two people do, or they never played. */
export function tallyHere(seats: readonly SeatView[]): Tally | null {
  const people = seats.filter((one) => one.kind === "person").map((one) => one.name);
  return people.length < 2 ? null : tallyAmong(sharedGames.value, people);
}

/** How often somebody has won. */
export function winsOf({ people }: Tally, { name }: SeatView): number {
  return people.find((one) => one.name === name)?.wins ?? 0;
}

/** Those who played the game that is shown. */
function playersOf({ table }: PageState): readonly SeatView[] {
  const { game, seats } = table.value;
  return seats.filter((one) => one.kind === "person" && game?.seats.includes(one.seat));
}

/** After a game of several people, who has won how often, and whose the crown is from now on; nothing for
 * one who plays alone. */
export function TallySoFar() {
  const { page } = useSession();
  const people = playersOf(page);
  const tally = tallyHere(people);
  if (!tally) return null;
  const names = people.map((one) => one.name);
  const seatOf = (name: string) => people.find((one) => one.name === name);
  const [crowned, before] = [sharedGames.value, sharedGames.value.slice(0, -1)].map((games) =>
    crownOf(games, names),
  );
  return (
    <>
      <p class="tally-lead">{leadOf(page, tally, seatOf)}</p>
      {crowned && before !== undefined && crowned !== before && (
        <p class="crowned">{t("crown.goes", { name: isolated(crowned) })}</p>
      )}
    </>
  );
}

/** Games after which somebody may want to go home. */
const MANY = 3;

/** The evening of those who played, as it is told and drawn: who won how often, the catch of the night,
 * the best guesser; null before there is any. */
export function eveningTold(page: PageState, now = Date.now()): Evening | null {
  const people = playersOf(page);
  const names = people.map((one) => one.name);
  const games = people.length < 2 ? [] : eveningOf(sharedGames.value, names, now);
  const tally = tallyOf(games);
  if (!tally) return null;
  const [best] = bestThrows(games, 1);
  const scores = page.table.value.guessed?.scores ?? [];
  const guesser = [...scores].sort((one, other) => other.points - one.points)[0];
  const catches =
    best?.name !== undefined &&
    best.dice >= GREAT_CATCH &&
    t("award.catch", { name: isolated(best.name), dice: t("count.dice", { count: best.dice }) });
  const guessing =
    guesser !== undefined &&
    guesser.points >= GOOD_GUESSES &&
    t("evening.guesser", {
      name: seatName(page.table.value.seats[guesser.seat]),
      count: guesser.points,
    });
  return {
    tally,
    isLong: games.length >= MANY,
    lines: [catches, guessing].filter((line): line is string => Boolean(line)),
    replay: best ? { code: best.game, number: best.number + 1 } : null,
  };
}

/** What is worth a word. */
const GREAT_CATCH = 4;
const GOOD_GUESSES = 2;

export interface Evening {
  readonly tally: Tally;
  /** Whether it may be the last game. */
  readonly isLong: boolean;
  readonly lines: readonly string[];
  /** Of the catch of the night. */
  readonly replay: { readonly code: string; readonly number: number } | null;
}

/** The evening as a big screen shows it. */
export function EveningBoard({ evening }: { evening: Evening }) {
  return (
    <section class="evening" aria-label={t("evening.title")}>
      <ol class="arrivals">
        {evening.tally.people.map(({ name, wins }) => (
          <li key={name} class="arrival here">
            <span class="arrival-name">{isolated(name)}</span> <strong>{wins}</strong>
          </li>
        ))}
      </ol>
      {evening.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {evening.isLong && (
        <>
          <p class="last-game">{t("evening.last")}</p>
          <Keepsakes evening={evening} />
        </>
      )}
    </section>
  );
}

/** The same as it is sent, for those who look up: they take it along from a phone. */
function Keepsakes({ evening }: { evening: Evening }) {
  const files = useKeepsakes(evening);
  const [shown, show] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = files.map((one) => URL.createObjectURL(one));
    show(made);
    return () => made.forEach((one) => void URL.revokeObjectURL(one));
  }, [files]);
  return shown.map((url) => <img key={url} class="keepsake" src={url} alt="" />);
}

/** One picture of an evening, and its catch of the night as it flew; made as soon as they may be wanted. */
function useKeepsakes({ lines, replay, tally }: Evening): readonly File[] {
  const [files, setFiles] = useState<readonly File[]>([]);
  const title = titleOf(tally);
  const scores = scoresOf(tally);
  useEffect(() => {
    const picture = drawn([[title, 56], [scores.join("   "), 110], ...lines.map(asLine)]);
    const clip = replay && clipOfThrow(replay.code, replay.number - 1).catch(() => null);
    void Promise.all([picture, clip]).then((made) => setFiles(made.filter((one) => one !== null)));
  }, [title, scores.join()]);
  return files;
}

function titleOf({ when }: Tally): string {
  const date = new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(when);
  return `${t("app.title")} · ${date}`;
}

function scoresOf({ people }: Tally): string[] {
  return people.map(({ name, wins }) => `${isolated(name)} ${wins}`);
}

/** To send it: in words, with what is to be seen. */
export function EveningSharing({ evening }: { evening: Evening }) {
  const session = useSession();
  const { origin } = useInvitation();
  const { lines, replay, tally } = evening;
  const files = useKeepsakes(evening);
  const links = replay
    ? [linkTo({ at: "replay", code: replay.code, throw: replay.number }, origin)]
    : [];
  const text = [titleOf(tally), scoresOf(tally).join(", "), ...lines, ...links].join("\n");
  return (
    <Button
      icon="share"
      text={t("evening.send")}
      onClick={() => void shareText(session, text, t("evening.send"), files)}
    />
  );
}

function asLine(line: string): [string, number] {
  return [line, 56];
}

type SeatOf = (name: string) => SeatView | undefined;

function leadOf(page: PageState, tally: Tally, seatOf: SeatOf): string {
  const { own } = page;
  const [first, second] = tally.people;
  const score = standOf(tally);
  if (first && first.wins > (second?.wins ?? 0)) {
    const seat = seatOf(first.name);
    const mine = own.value.length === 1 && own.value[0] === seat?.seat;
    const key = mine ? "tally.leads.you" : "tally.leads.other";
    return t(key, { name: calledHere(page, seat), score });
  }
  const leaders = tally.people.filter((one) => one.wins === first?.wins);
  if (leaders.length === tally.people.length) return t("tally.level", { score });
  return t("tally.shared", {
    names: listed(leaders.map((one) => calledHere(page, seatOf(one.name)))),
  });
}
