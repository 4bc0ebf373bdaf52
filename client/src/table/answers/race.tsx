/** The race of the column of fire: tap to stack, and say which piles are built up again. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { Toggle } from "../../controls/choices";
import { t } from "../../i18n";
import type { GameView, Racer } from "../../protocol";
import { useSession } from "../../session";
import { calledAt } from "../../speech/audience";
import { Taps } from "./taps";
import type { Answering } from "./types";
import "./race.css";

export function Racing({ game }: Answering<"column">) {
  const { own, table } = useSession().page;
  const racers = game.race?.racers ?? [];
  const mine = racers.filter((racer) => own.value.includes(racer.seat));
  return (
    <div class="race">
      <Racers racers={racers} />
      {table.value.info?.options.piles_after_column === "owner_choice" &&
        mine.map((racer) => <KeepingPiles key={racer.seat} game={game} seat={racer.seat} />)}
      <div class="race-buttons">
        {mine.map((racer) => (
          <RaceButton
            key={`${game.state} ${racer.seat}`}
            game={game}
            racer={racer}
            named={mine.length > 1}
          />
        ))}
      </div>
    </div>
  );
}

/** How far everybody is, for those who race and those who look on. */
export function Racers({ racers }: { racers: readonly Racer[] }) {
  const { page } = useSession();
  return (
    <ul class="racers">
      {racers.map((racer) => (
        <li key={racer.seat}>
          <span>{calledAt(page, racer.seat)}</span>
          <meter
            min={0}
            max={racer.needed}
            value={racer.done}
            aria-label={calledAt(page, racer.seat)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Everybody who races on this device has a button: friends race with a thumb each. */
function RaceButton({ game, racer, named }: { game: GameView; racer: Racer; named: boolean }) {
  const session = useSession();
  const { seat, needed } = racer;
  const { done, tap } = useTaps(game, racer);
  return (
    <button
      type="button"
      class="primary big"
      disabled={done >= needed}
      onPointerDown={tap}
      onClick={(event) => event.detail === 0 && tap()}
    >
      {named && <span class="racer-name">{calledAt(session.page, seat)}</span>}
      <span>{t(done + 1 >= needed ? "act.stop" : "act.stack")}</span>
    </button>
  );
}

/** What one thumb has done in this heat, and its next tap. */
function useTaps(
  game: GameView,
  { seat, done, needed }: Racer,
): Pick<Taps, "done"> & { tap: () => void } {
  const session = useSession();
  const [, drawAgain] = useState(0);
  const taps = useMemo(() => {
    const { state } = game;
    const tell = (all: number) =>
      void session.act({ type: "tap", seat, state, done: all }, false, true);
    return new Taps(done, needed, tell);
  }, []);
  taps.hear(done);
  useEffect(() => () => taps.end(), [taps]);
  const tap = () => {
    taps.tap();
    drawAgain(taps.done);
  };
  return { done: taps.done, tap };
}

function KeepingPiles({ game, seat }: { game: GameView; seat: number }) {
  const session = useSession();
  const piles = game.hands[seat]?.piles ?? [];
  const [kept, setKept] = useState<readonly number[]>([]);
  if (!piles.length) return null;
  const keep = (pile: number, on: boolean) => {
    const next = piles.map((_, k) => k).filter((k) => (k === pile ? on : kept.includes(k)));
    setKept(next);
    void session.act({ type: "keep", seat, state: game.state, piles: next }, false);
  };
  return (
    <fieldset class="choice">
      <legend>
        {session.page.own.value.length > 1
          ? t("ask.named", { name: calledAt(session.page, seat), ask: t("ask.keepPiles") })
          : t("ask.keepPiles")}
      </legend>
      <div class="chips">
        {piles.map((count, pile) => (
          <Toggle
            key={pile}
            label={t("unit.pile", { count })}
            checked={kept.includes(pile)}
            onChange={(on) => keep(pile, on)}
          />
        ))}
      </div>
    </fieldset>
  );
}
