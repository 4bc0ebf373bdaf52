/** Luck over time: the dice it gave so far, beside the band in which honest dice usually stay. */

import { signedDecimal, t } from "../../i18n";
import type { PlayedGame } from "../../memory/played";
import { type LuckPoint, luckOverTime } from "../../memory/summary";

const WIDE = 320;
const TALL = 110;
/** Standard deviations on either side: 19 times out of 20 one is within. */
const BAND = 2;

export function LuckChart({ games }: { games: readonly PlayedGame[] }) {
  const points = luckOverTime(games);
  const last = points.at(-1);
  if (!last || last.spread === 0) return null;
  const inside = Math.abs(last.dice) <= BAND * last.spread;
  return (
    <section>
      <h2 class="group-title">{t("memory.luck")}</h2>
      <p>
        {t(last.dice >= 0 ? "memory.luckMore" : "memory.luckLess", {
          dice: signedDecimal(last.dice),
        })}{" "}
        {t(inside ? "memory.luckInside" : "memory.luckOutside")}
      </p>
      <Curve points={[{ dice: 0, spread: 0 }, ...points]} />
      <p class="hint">{t("memory.luckHelp")}</p>
    </section>
  );
}

function Curve({ points }: { points: readonly LuckPoint[] }) {
  const reach = Math.max(...points.map((one) => Math.max(Math.abs(one.dice), BAND * one.spread)));
  const x = (i: number) => ((i * WIDE) / (points.length - 1)).toFixed(1);
  const y = (dice: number) => (TALL / 2 - (dice / reach) * (TALL / 2 - 4)).toFixed(1);
  const upper = points.map((one, i) => `${x(i)},${y(BAND * one.spread)}`);
  const lower = points.map((one, i) => `${x(i)},${y(-BAND * one.spread)}`).reverse();
  return (
    <svg class="luck-chart" viewBox={`0 0 ${WIDE} ${TALL}`} aria-hidden="true">
      <polygon class="luck-band" points={[...upper, ...lower].join(" ")} />
      <path class="luck-zero" d={`M0 ${TALL / 2}H${WIDE}`} />
      <polyline
        class="luck-line"
        points={points.map((one, i) => `${x(i)},${y(one.dice)}`).join(" ")}
      />
    </svg>
  );
}
