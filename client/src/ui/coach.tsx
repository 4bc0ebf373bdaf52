/** The coach during the game: the chance to win by stopping and by each strength of throw. */

import { useEffect } from "preact/hooks";
import { type Key, percent, t } from "../i18n";
import type { GameView } from "../protocol";
import { coach } from "../settings";
import { ask, table } from "../store";

export function Coach({ game, seat }: { game: GameView; seat: number }) {
  useEffect(() => {
    if (coach.value) void ask({ type: "odds", seat, state: game.state });
  }, [game.state, seat, coach.value]);
  const odds = table.value.odds;
  if (!coach.value || !odds || odds.state !== game.state) return null;
  if (!odds.available) return <p class="coach hint">{t("coach.none")}</p>;
  const throws = Object.entries(odds.throw).sort(([, one], [, other]) => other - one);
  const best = throws[0]?.[1] ?? null;
  return (
    <p class="coach">
      {best !== null && <span>{t("coach.throw", { share: percent(best) })}</span>}
      {odds.stop !== null && <span>{t("coach.stop", { share: percent(odds.stop) })}</span>}
      {throws.length > 1 && (
        <span class="hint">
          {throws
            .map(([kind, share]) =>
              t("coach.strength", {
                throw: t(`report.action.${kind}` as Key),
                share: percent(share, 1),
              }),
            )
            .join(" · ")}
        </span>
      )}
    </p>
  );
}
