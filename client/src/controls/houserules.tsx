/** House rules at table setup, folded: the booklet, and every option the server offers here. */

import {
  byBooklet,
  type ChosenRules,
  change,
  inForce,
  type OptionValue,
  offered,
  type PlayedAt,
  withBooklet,
} from "../game/houserules";
import { fillText, LANGUAGES, language, t } from "../i18n";
import type { OptionWords } from "../i18n/rules";
import type { EditionView, OptionName, OptionView } from "../protocol";
import { bookletLine, ruleParams } from "../speech/sentences";
import { Button } from "./button";
import { useOptionWords } from "./rulewords";
import "./parts.css";

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
            {option.in_no_booklet.includes(one) && " *"}
          </option>
        ))}
      </select>
    </label>
  );
}

export function HouseRules({
  edition,
  rules,
  place,
  onChange,
}: {
  edition: EditionView | null;
  rules: ChosenRules;
  place: PlayedAt;
  onChange: (rules: ChosenRules) => void;
}) {
  const words = useOptionWords();
  if (!edition || !words) return null;
  const count = Object.keys(rules.changed).length;
  const own = byBooklet(edition.id, language.value);
  const options = offered(edition, rules, place);
  return (
    <>
      <p class="hint">{bookletLine(rules.preset)}</p>
      <details class="fold house">
        <summary>
          <span>{t("house.title")}</span>
          {count > 0 && <span class="hint">{t("house.changed", { count })}</span>}
        </summary>
        <Booklet
          edition={edition}
          preset={rules.preset}
          onChange={(preset) => onChange(withBooklet(edition, rules, preset))}
        />
        {options.map((option) => (
          <Rule
            key={option.name}
            option={option}
            words={words}
            edition={edition.id}
            value={inForce(edition, rules, option)}
            changed={option.name in rules.changed}
            onChange={(value) => onChange(change(edition, rules, option, value))}
          />
        ))}
        {options.some((option) => option.in_no_booklet.length > 0) && (
          <p class="hint">{t("house.noBooklet")}</p>
        )}
        {(count > 0 || rules.preset !== own.preset) && (
          <Button
            class="quiet-button"
            icon="undo"
            text={t("house.reset")}
            onClick={() => onChange(own)}
          />
        )}
      </details>
    </>
  );
}
