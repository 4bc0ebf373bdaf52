/** The words of every language, loaded. */

import { LANGUAGES, type Language, type Words, wordsIn } from "../../src/i18n";
import { type RuleWords, ruleWords } from "../../src/i18n/rules";

export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[];

type InAll<Kind> = Readonly<Record<Language, Kind>>;

async function inAll<Kind>(load: (language: Language) => Promise<Kind>): Promise<InAll<Kind>> {
  const loaded = await Promise.all(LANGUAGE_NAMES.map(async (name) => [name, await load(name)]));
  return Object.fromEntries(loaded);
}

export const WORDS: InAll<Words> = await inAll(wordsIn);
export const RULES: InAll<RuleWords> = await inAll(
  async (name) => (await ruleWords[name]()).default,
);
