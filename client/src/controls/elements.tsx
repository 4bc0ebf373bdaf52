/** The elements that players agree on before a game in which several are awake. */

import { t } from "../i18n";
import { effectName } from "../speech/sentences";
import { Toggle } from "./choices";

export function AgreedElements({
  offered,
  elements,
  onChange,
}: {
  /** None where there is nothing to agree on. */
  offered: readonly string[];
  elements: readonly string[];
  onChange: (elements: readonly string[]) => void;
}) {
  if (!offered.length) return null;
  return (
    <fieldset class="choice">
      <legend>{t("setup.elements")}</legend>
      <div class="chips">
        {offered.map((name) => (
          <Toggle
            key={name}
            label={effectName(name)}
            checked={elements.includes(name)}
            onChange={(on) =>
              onChange(offered.filter((one) => (one === name ? on : elements.includes(one))))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
