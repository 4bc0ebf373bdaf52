/** Throws and games to see again. */

import { IconButton } from "../../controls/icons";
import { language, listed, t } from "../../i18n";
import type { PlayedGame } from "../../memory/played";
import type { SharedGame } from "../../memory/shared";
import { bestThrows } from "../../memory/summary";
import { go } from "../../route";
import { editionName, isolated } from "../../speech/sentences";

const MOST_THROWS = 5;
const MOST_GAMES = 10;

export function day(when: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(when);
}

/** The replay of a game, or of one throw in it. */
export function ReplayLink({ game, number }: { game: string; number: number | null }) {
  return (
    <IconButton
      icon="play"
      label={number === null ? t("end.watch") : t("history.replay", { number })}
      name={t(number === null ? "end.watch" : "history.again")}
      onClick={() => go({ at: "replay", code: game, throw: number })}
    />
  );
}

/** Own games and those of several people here. */
type ThrowsGame = PlayedGame | SharedGame;

export function BestThrows({ games }: { games: readonly ThrowsGame[] }) {
  const best = bestThrows(games, MOST_THROWS);
  if (!best.length) return null;
  return (
    <section>
      <h2 class="group-title">{t("memory.best")}</h2>
      <ol class="kept-list">
        {best.map(({ game, edition, when, number, dice, name }) => (
          <li key={game}>
            <span>
              <strong>{t("memory.took", { count: dice })}</strong>
              <span class="hint">
                {[...(name ? [name] : []), editionName(edition), day(when)].join(", ")}
              </span>
            </span>
            <ReplayLink game={game} number={number + 1} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export function LastGames({ games }: { games: readonly ThrowsGame[] }) {
  if (!games.length) return null;
  const latest = [...games].sort((a, b) => b.when - a.when).slice(0, MOST_GAMES);
  return (
    <section>
      <h2 class="group-title">{t("memory.last")}</h2>
      <ol class="kept-list">
        {latest.map((game) => (
          <li key={game.game}>
            <span>
              <strong>{ended(game)}</strong>
              <span class="hint">
                {editionName(game.edition)}, {day(game.when)}
              </span>
            </span>
            <ReplayLink game={game.game} number={null} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How a game ended, in a word or two. */
function ended(game: ThrowsGame): string {
  if ("people" in game) {
    const names = game.people.map((one) => isolated(one.name) || t("memory.somebody"));
    const winners = names.filter((_, i) => game.people[i]?.won);
    return winners.length
      ? t("memory.wonBy", { names: listed(winners) })
      : t("memory.played", { names: listed(names) });
  }
  return game.won ? t("memory.wonIt") : t("memory.placed", { number: game.place });
}
