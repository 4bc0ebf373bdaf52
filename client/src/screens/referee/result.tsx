/** The end of a game at a real box: who won, how the tournament stands, the next game. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { listed, t } from "../../i18n";
import type { RefereeAnswer, RefereeScore } from "../../protocol";
import { judge } from "./judge";
import { batches, begin, following, type KeptBox, kept, reply, seatsOf } from "./state";
import "../tournament.css";

export function Over({ answer, winners }: { answer: RefereeAnswer; winners: readonly string[] }) {
  const game = kept.value;
  const score = useScore(game, answer);
  if (!game) return null;
  const { players, next, games } = following(game, score, batches(game, answer));
  return (
    <>
      <p class="ask">
        {winners.length ? t("referee.over", { names: listed(winners) }) : t("say.over.nobody")}
      </p>
      {score && <Points score={score} />}
      <div class="row">
        <Button
          class="primary"
          text={t("referee.nextGame", { name: next })}
          onClick={() => begin({ ...game, players, seats: seatsOf(game) }, next, games)}
        />
        <Button
          text={t("referee.again")}
          onClick={() => {
            kept.value = null;
            reply.value = null;
          }}
        />
      </div>
    </>
  );
}

/** How the tournament stands after this game, as the referee counts it. */
function useScore(game: KeptBox | null, answer: RefereeAnswer): RefereeScore | null {
  const [score, setScore] = useState<RefereeScore | null>(null);
  useEffect(() => {
    if (!game) return;
    const tournament = {
      seats: [...seatsOf(game)],
      first: seatsOf(game)[0],
      games: [...game.games, batches(game, answer)],
      options: game.rules?.changed ?? {},
    };
    void judge.value
      .request({ type: "referee_send", request: { tournament } })
      .then((message) => {
        if (message.type !== "referee") return;
        if (message.reply.tournament) setScore(message.reply.tournament);
      })
      .catch(() => undefined);
  }, [game, answer]);
  return score;
}

function Points({ score }: { score: RefereeScore }) {
  return (
    <section aria-label={t("tournament.title")}>
      <h2 class="group-title">{t("tournament.points")}</h2>
      <ol class="score">
        {Object.entries(score.points).map(([name, points]) => (
          <li key={name}>
            <span>{name}</span>
            <strong>{points}</strong>
          </li>
        ))}
      </ol>
      {score.winners && <p>{t("tournament.won", { names: listed(score.winners) })}</p>}
      {score.playoff && !score.winners && (
        <p>{t("tournament.playoff", { names: listed(score.playoff) })}</p>
      )}
    </section>
  );
}
