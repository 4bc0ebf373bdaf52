/** How hard the throw is that is being held or drawn: a meter at the edge, with the word for it. */

import { t } from "../i18n";
import { strength, strengthName } from "./aim";
import "./strength.css";

const NAMES = ["wild", "firm", "gentle"] as const;

export function StrengthMeter() {
  const hard = strength.value;
  if (hard === null) return null;
  const now = strengthName(hard);
  return (
    <div class="strength" style={{ "--strength": hard }}>
      <meter
        class="unseen"
        value={hard}
        aria-label={t("strength.label")}
        aria-valuetext={t(`strength.${now}`)}
      />
      <span class="strength-bar" />
      <span class="strength-names" aria-hidden="true">
        {NAMES.map((name) => (
          <span key={name} class={name === now ? "now" : undefined}>
            {t(`strength.${name}`)}
          </span>
        ))}
      </span>
    </div>
  );
}
