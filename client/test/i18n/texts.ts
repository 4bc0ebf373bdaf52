/** Every text of every language, by its key: what the tests of words go over. */

import type { Language, Words } from "../../src/i18n";
import { de } from "../../src/i18n/de";
import { en } from "../../src/i18n/en";
import { es } from "../../src/i18n/es";
import { fr } from "../../src/i18n/fr";
import { it } from "../../src/i18n/it";
import { nl } from "../../src/i18n/nl";
import { options as optionsDe } from "../../src/i18n/options/de";
import { options as optionsEn } from "../../src/i18n/options/en";
import { options as optionsEs } from "../../src/i18n/options/es";
import { options as optionsFr } from "../../src/i18n/options/fr";
import { options as optionsIt } from "../../src/i18n/options/it";
import { options as optionsNl } from "../../src/i18n/options/nl";
import type { OptionWords } from "../../src/i18n/options/words";
import type { RuleWords } from "../../src/i18n/rules/chapters";
import { rules as rulesDe } from "../../src/i18n/rules/de";
import { rules as rulesEn } from "../../src/i18n/rules/en";
import { rules as rulesEs } from "../../src/i18n/rules/es";
import { rules as rulesFr } from "../../src/i18n/rules/fr";
import { rules as rulesIt } from "../../src/i18n/rules/it";
import { rules as rulesNl } from "../../src/i18n/rules/nl";

export const WORDS: Readonly<Record<Language, Words>> = { en, de, fr, it, nl, es };
export const RULES: Readonly<Record<Language, RuleWords>> = {
  en: rulesEn,
  de: rulesDe,
  fr: rulesFr,
  it: rulesIt,
  nl: rulesNl,
  es: rulesEs,
};
export const OPTION_WORDS: Readonly<Record<Language, OptionWords>> = {
  en: optionsEn,
  de: optionsDe,
  fr: optionsFr,
  it: optionsIt,
  nl: optionsNl,
  es: optionsEs,
};
export const LANGUAGE_NAMES = Object.keys(WORDS) as Language[];

/** Every text below an object, with the path to it. */
function below(path: string, entry: unknown): [string, string][] {
  if (typeof entry === "string") return [[path, entry]];
  return Object.entries(entry as object).flatMap(([key, value]) => below(`${path} ${key}`, value));
}

export function allTexts(language: Language): [string, string][] {
  return [
    ...below("words", WORDS[language]),
    ...below("rules", RULES[language]),
    ...below("options", OPTION_WORDS[language]),
  ];
}
