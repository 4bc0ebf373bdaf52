/** The words and rules of every language, loaded. */

import { LANGUAGES, type Language, type Words, wordsIn } from "../../src/i18n";
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
