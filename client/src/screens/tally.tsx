/** How it stands between people who play together: after a game, and where the next one is prepared. */

import { listed, t } from "../i18n";
import { type Tally, tallies, tallyAmong } from "../memory/shared";
import { sharedGames } from "../memory/shelf";
import type { SeatView } from "../protocol";
import { useSession } from "../session";
import { calledHere } from "../speech/audience";
import { isolated } from "../speech/sentences";
import type { PageState } from "../state";
import "./tally.css";

const MOST_OFFERED = 3;

/** After a game of several people, who has won how often; nothing for one who plays alone. */
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
  return <p class="tally-lead">{leadOf(page, tally, seatOf)}</p>;
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

/** Wins as they are read out, most first, in one piece. */
export function standOf({ people }: Tally): string {
  return people.map((one) => one.wins).join("\u00a0:\u00a0");
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
