/** A sentence with its reason; the numbers of the rules behind it are for those who ask for them. */

import { t } from "../i18n";
import type { Scene, SpokenLine } from "../speech/lines";
import { speakLine, whyOf } from "../speech/sentences";
import "./parts.css";

/** `folded`: the reason stands behind the sign, too. */
export function ExplainedLine({
  line,
  scene,
  folded = false,
}: {
  line: SpokenLine;
  scene: Scene;
  folded?: boolean;
}) {
  const why = whyOf(line, scene);
  return (
    <>
      {speakLine(line, scene)}
      {why && !folded && <span class="hint"> {why}</span>}
      <RuleNumbers rules={line.rules} why={folded ? why : null} />
    </>
  );
}

export function RuleNumbers({
  rules,
  why = null,
}: {
  rules: readonly string[];
  why?: string | null;
}) {
  if (!rules.length && !why) return null;
  return (
    <details class="rule-numbers">
      <summary aria-label={t("rules.numbers")} title={t("rules.numbers")}>
        §
      </summary>
      <span>
        {why} {rules.join(", ")}
      </span>
    </details>
  );
}
