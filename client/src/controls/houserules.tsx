/** House rules at table setup, folded: the booklet, and every option the server offers here. */

import { useEffect, useState } from "preact/hooks";
import {
  change,
  type House,
  inForce,
  NO_HOUSE,
  type OptionValue,
  offered,
  type Place,
  withBooklet,
} from "../game/house";
import { fillText, LANGUAGES, language, t } from "../i18n";
import { type OptionWords, optionWords } from "../i18n/options";
import { editions, loadEditions } from "../net/editions";
import type { EditionView, OptionName, OptionView } from "../protocol";
import { ruleParams } from "../speech/sentences";
import { Icon } from "./icons";
import "./fold.css";
import "./houserules.css";

export function useEditionView(id: string): EditionView | null {
  useEffect(() => void loadEditions(), []);
  return editions.value.find((one) => one.id === id) ?? null;
}

function useOptionWords(): OptionWords | null {
  const [words, setWords] = useState<OptionWords | null>(null);
  const spoken = language.value;
  useEffect(() => {
    void optionWords(spoken).then(setWords);
  }, [spoken]);
  return words;
}

function Booklet({
  edition,
  preset,
  onChange,
}: {
  edition: EditionView;
  preset: string;
  onChange: (preset: string) => void;
}) {
  return (
    <label class="field">
      <span>{t("setup.booklet")}</span>
      <select value={preset} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{t("setup.bookletAny")}</option>
        {Object.entries(LANGUAGES)
          .filter(([code]) => edition.languages.includes(code))
          .map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
      </select>
    </label>
  );
}

function Rule({
  option,
  words,
  edition,
  value,
  changed,
  onChange,
}: {
  option: OptionView;
  words: OptionWords;
  edition: string;
  value: OptionValue;
  changed: boolean;
  onChange: (value: string) => void;
}) {
  const { begins, ends } = words[option.name as OptionName];
  const params = ruleParams(edition);
  return (
    <label class={changed ? "field house-rule changed" : "field house-rule"}>
      <span>{fillText(begins, params)}</span>
      <select value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
        {option.values.map((one) => (
          <option key={String(one)} value={String(one)}>
            {fillText((ends as Readonly<Record<string, string>>)[String(one)] ?? "", params)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function HouseRules({
  edition,
  house,
  place,
  onChange,
}: {
  edition: EditionView | null;
  house: House;
  place: Place;
  onChange: (house: House) => void;
}) {
  const words = useOptionWords();
  if (!edition || !words) return null;
  const count = Object.keys(house.changed).length;
  return (
    <details class="fold house">
      <summary>
        <span>{t("house.title")}</span>
        {count > 0 && <span class="hint">{t("house.changed", { count })}</span>}
      </summary>
      <Booklet
        edition={edition}
        preset={house.preset}
        onChange={(preset) => onChange(withBooklet(edition, house, preset))}
      />
      {offered(edition, house, place).map((option) => (
        <Rule
          key={option.name}
          option={option}
          words={words}
          edition={edition.id}
          value={inForce(edition, house, option)}
          changed={option.name in house.changed}
          onChange={(value) => onChange(change(edition, house, option, value))}
        />
      ))}
      {(count > 0 || house.preset) && (
        <button type="button" class="quiet-button" onClick={() => onChange(NO_HOUSE)}>
          <Icon name="undo" />
          <span>{t("house.reset")}</span>
        </button>
      )}
    </details>
  );
}
