/** The words for options: all of the rules' options, all their values. */

import type { OPTIONS, OptionName } from "../protocol";
import type { Language } from ".";

type Value<Name extends OptionName> = (typeof OPTIONS)[Name][number];

/** How the sentence begins, and how it ends with each value. */
export type OptionWords = {
  readonly [Name in OptionName]: {
    readonly begins: string;
    readonly ends: Readonly<Record<Value<Name>, string>>;
  };
};

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly default: OptionWords }>>> = {
  en: () => import("@words/en/options.json"),
  de: () => import("@words/de/options.json"),
  fr: () => import("@words/fr/options.json"),
  it: () => import("@words/it/options.json"),
  nl: () => import("@words/nl/options.json"),
  es: () => import("@words/es/options.json"),
};

export async function optionWords(language: Language): Promise<OptionWords> {
  return (await LOADERS[language]()).default;
}
