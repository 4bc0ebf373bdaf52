/** The end of a game at a real box: who won, how the tournament stands, the next game. */

import { useEffect, useState } from "preact/hooks";
import { listed, t } from "../../i18n";
import { line } from "../../store";
import { batches, begin, kept, reply } from "./state";
import type { RefereeReply } from "./words";

interface Score {
  readonly points: Readonly<Record<string, number>>;
  readonly winners: readonly string[] | null;
  readonly playoff: readonly string[] | null;
}

export function Over({ answer, winners }: { answer: RefereeReply; winners: readonly string[] }) {
  const all = kept.value;
  const [score, setScore] = useState<Score | null>(null);
  useEffect(() => {
    if (!all) return;
    const games = [...all.games, batches(all, answer)];
    void line
      .request({
        type: "referee_send",
        request: {
          tournament: {
            seats: [...all.players],
            first: all.players[0],
            games,
            options: all.house?.changed ?? {},
          },
        },
      })
      .then((message) => {
        if (message.type !== "referee") return;
        const read = message.reply as { tournament?: Score };
        if (read.tournament) setScore(read.tournament);
      })
      .catch(() => undefined);
  }, [all, answer]);
  if (!all) return null;
  const next = all.players[(all.games.length + 1) % all.players.length] ?? "";
  const again = () => {
    kept.value = { ...all, games: [...all.games, batches(all, answer)] };
    begin(all, next);
  };
  return (
    <>
      <p class="ask">
        {winners.length ? t("referee.over", { names: listed(winners) }) : t("say.over.nobody")}
      </p>
      {score && (
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
          {all.games.length > 0 && score.winners && (
            <p>{t("tournament.won", { names: listed(score.winners) })}</p>
          )}
          {score.playoff && !score.winners && (
            <p>{t("tournament.playoff", { names: listed(score.playoff) })}</p>
          )}
        </section>
      )}
      <div class="row">
        <button type="button" class="primary" onClick={again}>
          {t("referee.nextGame", { name: next })}
        </button>
        <button
          type="button"
          class="secondary"
          onClick={() => {
            kept.value = null;
            reply.value = null;
          }}
        >
          {t("referee.again")}
        </button>
      </div>
    </>
  );
}
