/** What one has achieved, what is still to be done, and the game in which it happened. */

import { Icon } from "../../controls/icons";
import { t } from "../../i18n";
import type { PlayedGame } from "../../memory/played";
import { ACHIEVEMENTS, earned } from "../../memory/summary";
import { day, ReplayLink } from "./throws";

export function Achievements({ games }: { games: readonly PlayedGame[] }) {
  const found = earned(games);
  return (
    <section>
      <h2 class="group-title">
        {t("memory.achievements", { count: found.size, total: ACHIEVEMENTS.length })}
      </h2>
      <ul class="achievements">
        {ACHIEVEMENTS.map((name) => {
          const game = found.get(name);
          return (
            <li key={name} class={game ? "achievement earned" : "achievement"}>
              <Icon name="cup" />
              <span>
                <strong>{t(`achieve.${name}`)}</strong>
                <span class="hint">
                  {t(`achieve.${name}.how`)} {game ? day(game.when) : t("memory.open")}
                </span>
              </span>
              {game && <ReplayLink game={game.game} number={null} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
