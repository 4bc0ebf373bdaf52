/** What makes a party a show: turns called in colour, reactions that fly. */

import { useEffect, useRef, useState } from "preact/hooks";
import { SeatSign } from "../controls/sign";
import { badgeOf } from "../game/people";
import { seatOrder } from "../game/table";
import { t } from "../i18n";
import type { GameView, Reacted } from "../protocol";
import { tallyHere, winsOf } from "../screens/tally";
import { useSession } from "../session";
import { seatName } from "../speech/sentences";
import type { PageState } from "../state";
import { director } from "../table/display";
import { ReactionIcon } from "../table/reactionicons";
import "./show.css";

/** Seconds that a reaction is in the air. */
const FLIGHT_SECONDS = 3;
/** How much larger a turn is called than it stands, and how many letters have room for that between the dice. */
const CALL = { large: 2, letters: 10 };

/** Tells the table what has been shown here, so that no phone runs ahead. */
export function useReporting(): void {
  const session = useSession();
  const state = session.page.table.value.game?.state ?? null;
  useEffect(() => {
    if (state !== null) void session.ask({ type: "screen_shown", state }, true);
  }, [state]);
}

/** Everybody who has come, with what they have won of the evenings together. */
export function Arrivals() {
  const { seats } = useSession().page.table.value;
  const tally = tallyHere(seats);
  return (
    <ol class="arrivals">
      {seats.map((seat) => (
        <li
          key={`${seat.seat} ${seat.kind}`}
          class={seat.kind === "open" ? "arrival" : "arrival here"}
          style={{ "--seat": badgeOf(seat.seat).colour }}
        >
          <SeatSign seat={seat.seat} size={64} />
          <span class="arrival-name">{seatName(seat)}</span>
          {tally && seat.kind === "person" && <strong>{winsOf(tally, seat)}</strong>}
        </li>
      ))}
    </ol>
  );
}

/** Whose turn it is, to be read across the room: it comes large, and stays. */
export function TurnCall({ game }: { game: GameView }) {
  const { settled, table } = useSession().page;
  const called = t("ask.other", { name: seatName(table.value.seats[game.active]) });
  const large = CALL.large * Math.min(1, CALL.letters / called.length);
  return (
    <p
      class="ask turn-call"
      style={{ "--seat": badgeOf(game.active).colour, "--large": String(large) }}
    >
      {settled.value ? (
        <span key={game.active} class="turn-name">
          <SeatSign seat={game.active} size={64} /> {called}
        </span>
      ) : (
        "\u00a0"
      )}
    </p>
  );
}

interface Flying extends Pick<Reacted, "seat" | "reaction"> {
  readonly id: number;
}

/** Every reaction flies up from its seat, those of watchers from below. */
export function FlyingReactions() {
  const { page } = useSession();
  const { reaction } = page.table.value;
  const count = useRef(0);
  const [flying, setFlying] = useState<readonly Flying[]>([]);
  useEffect(() => {
    if (!reaction) return;
    const id = ++count.current;
    setFlying((all) => [...all, { id, seat: reaction.seat, reaction: reaction.reaction }]);
    const land = () => setFlying((all) => all.filter((one) => one.id !== id));
    window.setTimeout(land, FLIGHT_SECONDS * 1000);
  }, [reaction]);
  return (
    <div class="flying" aria-hidden="true">
      {flying.map((one) => (
        <span key={one.id} class="flying-one" style={startOf(page, one)}>
          <ReactionIcon name={one.reaction} />
        </span>
      ))}
    </div>
  );
}

/** Where it starts, how far it drifts, towards the middle, and how far it rises: it stays in sight. */
function startOf(page: PageState, { id, seat }: Flying): Record<string, string> {
  const { seenFrom, table } = page;
  const { game } = table.value;
  const index = game && seat !== null ? seatOrder(game, seenFrom.value).indexOf(seat) : -1;
  const at = index < 0 ? null : director.value?.arena.seatOnScreen(index);
  const left = at ? `${(at.left + at.right) / 2}px` : "50vw";
  const top = at ? `${(at.top + at.bottom) / 2}px` : "88vh";
  return {
    left,
    top,
    "--drift": `calc((50vw - ${left}) * 0.4 + ${((id * 37) % 24) - 12}vw)`,
    "--rise": `min(40vh, ${top} - 16vh)`,
    "--life": `${FLIGHT_SECONDS}s`,
  };
}
