/** A sentence with its reason; the numbers of the rules behind it are for those who ask for them. */

import { t } from "../i18n";
import type { Scene, SpokenLine } from "../speech/lines";
import { speakLine, whyOf } from "../speech/sentences";
import "./explained.css";

/** For lists in which the reason is always seen. */
export function ExplainedLine({ line, scene }: { line: SpokenLine; scene: Scene }) {
  const why = whyOf(line, scene);
  return (
    <>
      {speakLine(line, scene)}
      {why && <span class="hint"> {why}</span>}
      <RuleNumbers rules={line.rules} />
    </>
  );
}

export function RuleNumbers({ rules }: { rules: readonly string[] }) {
  if (!rules.length) return null;
  return (
    <details class="rule-numbers">
      <summary aria-label={t("rules.numbers")} title={t("rules.numbers")}>
        §
      </summary>
      {rules.join(", ")}
    </details>
  );
}
