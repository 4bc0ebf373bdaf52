/** Every text of every language, by its key: what the tests of words go over. */

import { LANGUAGES, type Language, type Words, wordsIn } from "../../src/i18n";
import { type OptionWords, optionWords } from "../../src/i18n/options";
import { type RuleWords, ruleWords } from "../../src/i18n/rules";

export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[];

async function inAll<Kind>(
  load: (language: Language) => Promise<Kind>,
): Promise<Readonly<Record<Language, Kind>>> {
  const loaded = await Promise.all(LANGUAGE_NAMES.map(async (name) => [name, await load(name)]));
  return Object.fromEntries(loaded);
}

export const WORDS: Readonly<Record<Language, Words>> = await inAll(wordsIn);
export const RULES: Readonly<Record<Language, RuleWords>> = await inAll(ruleWords);
export const OPTION_WORDS: Readonly<Record<Language, OptionWords>> = await inAll(optionWords);

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
