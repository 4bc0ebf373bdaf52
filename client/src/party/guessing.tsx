/** One tap for those who wait or are out: will the next throw take dice? Points of the evening. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { t } from "../i18n";
import type { GameView } from "../protocol";
import { useSession } from "../session";
import { seatName } from "../speech/sentences";
import { EveningPoints } from "./show";
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
  const [said, setSaid] = useState<boolean | null>(null);
  useEffect(() => setSaid(null), [game.state]);
  const about = settled.value ? guessedAt(game, own.value) : null;
  const who = about === null ? undefined : table.value.seats[about];
  const [seat] = own.value;
  if (!who || seat === undefined) return null;
  const guess = (hit: boolean) => {
    setSaid(hit);
    // Too late is no harm: the dice were quicker.
    void session.ask({ type: "guess", seat, state: game.state, hit }, true);
  };
  return (
    <section class="guessing">
      <p>{t("party.willHit", { name: seatName(who) })}</p>
      <div class="row">
        {[true, false].map((hit) => (
          <Button
            key={String(hit)}
            text={t(hit ? "act.yes" : "act.no")}
            aria-pressed={said === hit}
            onClick={() => guess(hit)}
          />
        ))}
      </div>
      <EveningPoints />
    </section>
  );
}
