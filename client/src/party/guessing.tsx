/** The two halves of a hand that waits: will the next throw take dice? One tap, and right or wrong once
 * the dice lie. */

import { badgeOf } from "../game/people";
import { guessOf } from "../game/table";
import { t } from "../i18n";
import type { GameView } from "../protocol";
import { useSession } from "../session";
import { seatName } from "../speech/sentences";
import "./guessing.css";

/** The seat whose throw an own seat may guess at; null if nobody else is about to throw. */
export function guessedAt(game: GameView, own: readonly number[]): number | null {
  const { awaited } = game;
  const throws = awaited.kind === "throw" || awaited.kind === "choice";
  return throws && own.length > 0 && !own.includes(awaited.seat) ? awaited.seat : null;
}

export function Guessing({ game }: { game: GameView }) {
  const session = useSession();
  const { own, settled, table } = session.page;
  const [seat] = own.value;
  const about = settled.value ? guessedAt(game, own.value) : null;
  if (seat === undefined) return null;
  const last = guessOf(table.value, seat);
  // Another throw is another guess; while dice fly, and after them, the last one stays.
  const said = about === null || table.value.guesses?.state === game.state ? last : null;
  const guess = (hit: boolean) =>
    // Too late is no harm: the dice were quicker.
    void session.ask({ type: "guess", seat, state: game.state, hit }, true);
  const told = said?.right === null ? null : said?.right;
  const who = table.value.seats[about ?? game.active];
  return (
    <section class="guessing" style={{ "--seat": badgeOf(who?.seat ?? 0).colour }}>
      <p role="status">
        {told === undefined || told === null
          ? about !== null && t("party.willHit", { name: seatName(who) })
          : t(told ? "guess.right" : "guess.wrong")}
      </p>
      {[true, false].map((hit) => (
        <button
          key={String(hit)}
          type="button"
          class={`guess-half ${said?.hit === hit ? verdict(told) : ""}`}
          aria-pressed={said?.hit === hit}
          disabled={about === null}
          onClick={() => guess(hit)}
        >
          {t(hit ? "guess.catch" : "guess.nothing")}
        </button>
      ))}
    </section>
  );
}

function verdict(right: boolean | null | undefined): string {
  return right === true ? "said right" : right === false ? "said wrong" : "said";
}
