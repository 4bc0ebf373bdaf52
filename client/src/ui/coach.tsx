/** The coach during the game: the chance to win by stopping and by each strength of throw. */

import { useEffect } from "preact/hooks";
import { type Key, percent, t } from "../i18n";
import type { GameView } from "../protocol";
import { coach } from "../settings";
import { ask, table } from "../store";

/** How long to wait for a solution that is being made. */
const AGAIN_MS = 2000;

export function Coach({ game, seat }: { game: GameView; seat: number }) {
  const odds = table.value.odds;
  const told = odds?.state === game.state ? odds : null;
  useEffect(() => {
    if (coach.value) void ask({ type: "odds", seat, state: game.state });
  }, [game.state, seat, coach.value]);
  useEffect(() => {
    if (!told?.preparing || !coach.value) return;
    const again = () => void ask({ type: "odds", seat, state: game.state });
    const timer = window.setTimeout(again, AGAIN_MS);
    return () => window.clearTimeout(timer);
  }, [told, coach.value]);
  if (!coach.value || !told) return null;
  if (!told.available)
    return <p class="coach hint">{t(told.preparing ? "coach.preparing" : "coach.none")}</p>;
  const throws = Object.entries(told.throw).sort(([, one], [, other]) => other - one);
  const best = throws[0]?.[1] ?? null;
  return (
    <p class="coach">
      {best !== null && <span>{t("coach.throw", { share: percent(best) })}</span>}
      {told.stop !== null && <span>{t("coach.stop", { share: percent(told.stop) })}</span>}
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
