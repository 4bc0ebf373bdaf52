/** The race of the column of fire: tap to stack, and say which piles are built up again. */

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import type { GameView } from "../../protocol";
import { act, table } from "../../store";
import { Toggle } from "../panel";
import { seatName } from "../speech";
import type { Answering } from "./answers";

export function Racing({ game, seat, awaited }: Answering<"column">) {
  const mine = awaited.racers.find((racer) => racer.seat === seat);
  const tap = () => void act({ type: "tap", seat, state: game.state }, false);
  return (
    <div class="race">
      <ul class="racers">
        {awaited.racers.map((racer) => {
          const who = table.value.seats[racer.seat];
          return (
            <li key={racer.seat}>
              <span>{who ? seatName(who) : ""}</span>
              <meter
                min={0}
                max={racer.needed}
                value={racer.done}
                aria-label={who ? seatName(who) : ""}
              />
            </li>
          );
        })}
      </ul>
      {awaited.keep_piles && <KeepingPiles game={game} seat={seat} />}
      <button
        type="button"
        class="primary big"
        onPointerDown={tap}
        onClick={(event) => event.detail === 0 && tap()}
      >
        {t(mine && mine.done + 1 >= mine.needed ? "act.stop" : "act.stack")}
      </button>
    </div>
  );
}

function KeepingPiles({ game, seat }: { game: GameView; seat: number }) {
  const piles = game.hands[seat]?.piles ?? [];
  const [kept, setKept] = useState<readonly number[]>([]);
  if (!piles.length) return null;
  const keep = (pile: number, on: boolean) => {
    const next = piles.map((_, k) => k).filter((k) => (k === pile ? on : kept.includes(k)));
    setKept(next);
    void act({ type: "keep", seat, state: game.state, piles: next }, false);
  };
  return (
    <fieldset class="choice keep-piles">
      <legend>{t("ask.keepPiles")}</legend>
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
