/** Throws and games to see again. */

import { Icon } from "../../controls/icons";
import { language, t } from "../../i18n";
import type { PlayedGame } from "../../memory/played";
import { bestThrows } from "../../memory/summary";
import { go } from "../../route";
import { editionName } from "../../speech/sentences";

const MOST_THROWS = 5;
const MOST_GAMES = 10;

export function day(when: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(when);
}

/** The replay of a game, or of one throw in it. */
export function ReplayLink({ game, number }: { game: string; number: number | null }) {
  const label = number === null ? t("end.watch") : t("history.replay", { number });
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      onClick={() => go({ at: "replay", code: game, throw: number })}
    >
      <Icon name="play" />
    </button>
  );
}

export function BestThrows({ games }: { games: readonly PlayedGame[] }) {
  const best = bestThrows(games, MOST_THROWS);
  if (!best.length) return null;
  return (
    <section>
      <h2 class="group-title">{t("memory.best")}</h2>
      <ol class="kept-list">
        {best.map(({ game, number, dice }) => (
          <li key={game.game}>
            <span>
              <strong>{t("memory.took", { count: dice })}</strong>
              <span class="hint">
                {editionName(game.edition)}, {day(game.when)}
              </span>
            </span>
            <ReplayLink game={game.game} number={number + 1} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export function LastGames({ games }: { games: readonly PlayedGame[] }) {
  return (
    <section>
      <h2 class="group-title">{t("memory.last")}</h2>
      <ol class="kept-list">
        {games
          .slice(-MOST_GAMES)
          .reverse()
          .map((game) => (
            <li key={game.game}>
              <span>
                <strong>
                  {game.won ? t("memory.wonIt") : t("memory.placed", { number: game.place })}
                </strong>
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
