/** What the player can do now: consent, the handed device, the coach, and the game's own question. */

import { Button } from "../controls/button";
import { t } from "../i18n";
import type { GameView } from "../protocol";
import { useSession } from "../session";
import { seatName } from "../speech/sentences";
import { Answers } from "./answers/answers";
import { Racers } from "./answers/race";
import { Aiming, Coach } from "./coach";
import "./actions.css";

/** What the coach has a say in. */
const COACHED: readonly string[] = ["throw", "choice"];

export function Actions() {
  const session = useSession();
  const { acting, handTo, own, settled, table } = session.page;
  const { game, info, seats } = table.value;
  if (!game || !info) return null;
  const seat = acting.value;
  const sleeping = seats.find(
    (one) => one.bot_plays && one.kind === "person" && own.value.includes(one.seat),
  );
  return (
    <div class="actions">
      <PushConsent game={game} />
      {sleeping && (
        <Button
          text={t("hud.takeBack")}
          onClick={() => session.send({ type: "take_back", seat: sleeping.seat })}
        />
      )}
      {handTo.value !== null && <HandOver seat={handTo.value} />}
      {seat === null && settled.value && game.race && <Racers racers={game.race.racers} />}
      {seat !== null && (
        <>
          {COACHED.includes(game.awaited.kind) && (
            <>
              <Coach game={game} seat={seat} />
              <Aiming game={game} seat={seat} />
            </>
          )}
          <Answers game={game} seat={seat} edition={info.edition} />
        </>
      )}
    </div>
  );
}

function PushConsent({ game }: { game: GameView }) {
  const session = useSession();
  const { own, table } = session.page;
  const push = game.push;
  if (!push) return null;
  const seat = push.asked.find((one) => own.value.includes(one));
  const who = table.value.seats[push.seat];
  if (seat === undefined)
    return own.value.includes(push.seat) ? <p class="hint">{t("ask.pushWait")}</p> : null;
  const answer = (agree: boolean) =>
    session.send({ type: "agree", seat, state: game.state, agree, dice: push.dice });
  return (
    <div class="consent">
      <p>{t("ask.pushAgree", { name: who ? seatName(who) : "" })}</p>
      <div class="row">
        <Button class="primary" text={t("act.yes")} onClick={() => answer(true)} />
        <Button text={t("act.no")} onClick={() => answer(false)} />
      </div>
    </div>
  );
}

function HandOver({ seat }: { seat: number }) {
  const { holder, table } = useSession().page;
  const who = table.value.seats[seat];
  const name = who ? seatName(who) : "";
  return (
    <div class="row">
      <Button
        class="primary"
        text={t("ask.passDone", { name })}
        onClick={() => {
          holder.value = seat;
        }}
      />
    </div>
  );
}
