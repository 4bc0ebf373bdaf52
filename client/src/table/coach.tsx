/** The coach during the game: what to do in words, the chances on a tap, and where to aim. */

import { useEffect, useState } from "preact/hooks";
import { opinionOf } from "../game/review";
import { percent, t } from "../i18n";
import type { GameView, OddsAnswer } from "../protocol";
import { useSession } from "../session";
import { coach, coachAims } from "../settings";
import { actionName } from "../speech/sentences";

/** How long to wait for a solution that is being made. */
const AGAIN_MS = 2000;
/** Ways to throw that are told, best first. */
const MOST_TOLD = 3;

export function Coach({ game, seat }: { game: GameView; seat: number }) {
  const session = useSession();
  const odds = session.page.table.value.odds;
  const told = odds?.state === game.state ? odds : null;
  useEffect(() => {
    if (coach.value) void session.ask({ type: "odds", seat, state: game.state });
  }, [game.state, seat, coach.value]);
  useEffect(() => {
    if (!told?.preparing || !coach.value) return;
    const again = () => void session.ask({ type: "odds", seat, state: game.state });
    const timer = window.setTimeout(again, AGAIN_MS);
    return () => window.clearTimeout(timer);
  }, [told, coach.value]);
  if (!coach.value || !told) return null;
  if (!told.available)
    return <p class="coach hint">{t(told.preparing ? "coach.preparing" : "coach.none")}</p>;
  return <Advice words={inWords(told)} numbers={inNumbers(told)} />;
}

function Advice({ words, numbers }: { words: string; numbers: string }) {
  return (
    <div class="coach">
      <span>{words}</span>
      <details class="coach-numbers">
        <summary>{t("coach.numbers")}</summary>
        <p>{numbers}</p>
      </details>
    </div>
  );
}

/** What to do, in words. */
function inWords(told: OddsAnswer): string {
  const [best] = told.throws;
  const opinion = opinionOf(told);
  const throwing = opinion === null || opinion.startsWith("throw");
  return [
    ...(opinion ? [t(opinion === "same" ? "coach.same" : `coach.${opinion}`)] : []),
    ...(best && throwing ? [t("coach.best", { throw: actionName(best.action) })] : []),
  ].join(" ");
}

function inNumbers({ throws, stop, estimated }: OddsAnswer): string {
  const best = throws[0];
  const told = throws.length > 1 ? throws.slice(0, MOST_TOLD) : [];
  return [
    ...(best ? [t("coach.throw", { share: percent(best.chance, 1) })] : []),
    ...(stop !== null ? [t("coach.stop", { share: percent(stop, 1) })] : []),
    ...told.map(({ action, chance }) =>
      t("coach.strength", { throw: actionName(action), share: percent(chance, 1) }),
    ),
    ...(estimated ? [t("coach.estimated")] : []),
  ].join(" · ");
}

/** Where the strongest bot would aim; the line on the table shows it. */
export function Aiming({ game, seat }: { game: GameView; seat: number }) {
  const session = useSession();
  const { advice } = session.page.table.value;
  const told = advice?.state === game.state ? advice : null;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!coachAims.value || (told && !told.preparing)) return;
    const asking = async () => {
      const answer = await session.ask({ type: "advice", seat, state: game.state }, true);
      setFailed(answer === null);
    };
    const timer = window.setTimeout(() => void asking(), told ? AGAIN_MS : 0);
    return () => window.clearTimeout(timer);
  }, [told, game.state, seat, coachAims.value]);
  if (!coachAims.value) return null;
  if (failed) return <p class="coach hint">{t("coach.noAim")}</p>;
  if (!told || told.preparing) return <p class="coach hint">{t("coach.aiming")}</p>;
  if (told.worth === null) return <p class="coach">{t("coach.noAim")}</p>;
  const numbers = t("coach.aim", { share: percent(told.worth, 1) });
  return <Advice words={t("coach.along")} numbers={numbers} />;
}
