/** The shape of the words for options: all of the rules' options, all their values. */

import type { OPTIONS, OptionName } from "../../protocol";
import type { Language } from "..";

type Value<Name extends OptionName> = (typeof OPTIONS)[Name][number];

/** How the sentence begins, and how it ends with each value. */
export type OptionWords = {
  readonly [Name in OptionName]: readonly [string, Readonly<Record<Value<Name>, string>>];
};

const LOADERS: Readonly<Record<Language, () => Promise<OptionWords>>> = {
  en: async () => (await import("./en")).options,
  de: async () => (await import("./de")).options,
  fr: async () => (await import("./fr")).options,
  it: async () => (await import("./it")).options,
  nl: async () => (await import("./nl")).options,
  es: async () => (await import("./es")).options,
};

export function optionWords(language: Language): Promise<OptionWords> {
  return LOADERS[language]();
}
