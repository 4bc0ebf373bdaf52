/** Stars, for eyes and ears. */

import { t } from "../i18n";
import { MOST_STARS } from "../memory/attempts";

const POINTS =
  "M12 2.500l2.900 6.200 6.800.8-5 4.600 1.300 6.700-6-3.300-6 3.300 1.300-6.700-5-4.600 6.800-.8z";

export function Stars({ count }: { count: number }) {
  return (
    <span class="stars" role="img" aria-label={t("puzzle.stars", { count })}>
      {Array.from({ length: MOST_STARS }, (_, i) => (
        <svg key={i} viewBox="0 0 24 24" class={i < count ? "star lit" : "star"} aria-hidden="true">
          <path d={POINTS} />
        </svg>
      ))}
    </span>
  );
}
