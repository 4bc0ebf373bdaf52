/** The end of a game at a real box: who won, how the tournament stands, the next game. */

import { useEffect, useState } from "preact/hooks";
import { listed, t } from "../../i18n";
import type { RefereeAnswer, RefereeScore } from "../../protocol";
import { line } from "../../store";
import { batches, begin, type Kept, kept, type Result, reply } from "./state";

export function Over({ answer, winners }: { answer: RefereeAnswer; winners: readonly string[] }) {
  const all = kept.value;
  const [score, setScore] = useState<RefereeScore | null>(null);
  useEffect(() => {
    if (!all) return;
    const games = [...all.games, batches(all, answer)];
    void line
      .request({
        type: "referee_send",
        request: {
          tournament: {
            seats: [...seatsOf(all)],
            first: seatsOf(all)[0],
            games,
            options: all.house?.changed ?? {},
          },
        },
      })
      .then((message) => {
        if (message.type !== "referee") return;
        if (message.reply.tournament) setScore(message.reply.tournament);
      })
      .catch(() => undefined);
  }, [all, answer]);
  if (!all) return null;
  const { players, next, games } = following(all, score, batches(all, answer));
  const again = () => begin({ ...all, players, seats: seatsOf(all) }, next, games);
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
          {score.winners && <p>{t("tournament.won", { names: listed(score.winners) })}</p>}
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

/** Who plays the tournament. */
function seatsOf(all: Kept): readonly string[] {
  return all.seats ?? all.players;
}

interface Following {
  readonly players: readonly string[];
  /** Who begins. */
  readonly next: string;
  readonly games: readonly Result[];
}

/** The game after this one: the deciding one after a tie, else the next, or a new tournament's first. */
function following(all: Kept, score: RefereeScore | null, result: Result): Following {
  const seats = seatsOf(all);
  if (score?.winners) return { players: seats, next: seats[0] ?? "", games: [] };
  const games = [...all.games, result];
  if (score?.playoff) return { players: score.playoff, next: score.playoff[0] ?? "", games };
  return { players: seats, next: seats[games.length % seats.length] ?? "", games };
}
