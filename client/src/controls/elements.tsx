/** The elements that players agree on before a game in which several are awake. */

import { t } from "../i18n";
import { Toggle } from "./panel";

export const ELEMENTS = ["fire", "water", "stone", "lightning", "air"] as const;
export const FEWEST_ELEMENTS = 2;

export function AgreedElements({
  elements,
  onChange,
}: {
  elements: readonly string[];
  onChange: (elements: readonly string[]) => void;
}) {
  return (
    <fieldset class="choice">
      <legend>{t("setup.elements")}</legend>
      <div class="chips">
        {ELEMENTS.map((name) => (
          <Toggle
            key={name}
            label={t(`effect.${name}`)}
            checked={elements.includes(name)}
            onChange={(on) =>
              onChange(ELEMENTS.filter((one) => (one === name ? on : elements.includes(one))))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
