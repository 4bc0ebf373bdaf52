/** What an edition is and how its rules and options are worded, each loaded when it is first shown. */

import { useEffect, useState } from "preact/hooks";
import { editions, loadEditions } from "../hall/editions";
import { type Language, language, type Params } from "../i18n";
import { EXAMPLES, type OptionWords, optionWords, type RuleWords, ruleWords } from "../i18n/rules";
import type { EditionView } from "../protocol";
import { faceName, ruleParams } from "../speech/sentences";

export function useEditionView(id: string): EditionView | null {
  useEffect(() => void loadEditions(), []);
  return editions.value.find((one) => one.id === id) ?? null;
}

function useWords<Words>(
  load: Readonly<Record<Language, () => Promise<{ readonly default: Words }>>>,
): Words | null {
  const [words, setWords] = useState<Words | null>(null);
  const spoken = language.value;
  useEffect(() => {
    void load[spoken]().then((loaded) => setWords(loaded.default));
  }, [spoken]);
  return words;
}

export const useRuleWords = (): RuleWords | null => useWords(ruleWords);
export const useOptionWords = (): OptionWords | null => useWords(optionWords);

/** What the sentences of a page name. */
export function namesOn(edition: EditionView): Params {
  const example = Object.entries(EXAMPLES[edition.family] ?? {});
  const named = example.map(([name, face]) => [name, faceName(face, edition.id)]);
  return { ...ruleParams(edition.id), ...Object.fromEntries(named) };
}
