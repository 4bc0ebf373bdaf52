/** How it stands between people who play together: after a game, and where the next one is prepared. */

import { byBooklet } from "../game/houserules";
import { language, listed, t } from "../i18n";
import { type Tally, tallies, tallyAmong } from "../memory/shared";
import { sharedGames } from "../memory/shelf";
import { type EditionId, PLAYERS, type SeatView, type SeatWish } from "../protocol";
import { useSession } from "../session";
import { calledHere } from "../speech/audience";
import { isolated } from "../speech/sentences";
import type { PageState } from "../state";
import { openTable } from "./opening";
import "./tally.css";

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

/** The people of the last evening at this device, to sit down again with one tap. */
export function SamePeople({ edition }: { edition: EditionId }) {
  const session = useSession();
  const [last] = tallies(sharedGames.value);
  if (!last) return null;
  const names = last.people.map((one) => one.name).sort();
  const people = names.map((name): SeatWish => ({ kind: "person", name }));
  const free = PLAYERS.most - people.length;
  const open = Array.from({ length: free }, (): SeatWish => ({ kind: "open" }));
  const preset = byBooklet(edition, language.value).preset || null;
  return (
    <button
      type="button"
      class="secondary same-people"
      onClick={() => void openTable(session, { edition, preset, seats: [...people, ...open] })}
    >
      <span>{namesOf(last)}</span> <strong>{standOf(last)}</strong> <span>{t("tally.again")}</span>
    </button>
  );
}

/** In the order of the score beside it. */
export function namesOf({ people }: Tally): string {
  return people.map((one) => isolated(one.name)).join(", ");
}
