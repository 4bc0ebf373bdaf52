/** What an edition is and how its rules and options are worded, each loaded when it is first shown. */

import { useEffect, useState } from "preact/hooks";
import { editions, loadEditions } from "../hall/editions";
import { type Language, language, type Params } from "../i18n";
import { type OptionWords, optionWords } from "../i18n/options";
import { EXAMPLES, type RulesEdition, type RuleWords, ruleWords } from "../i18n/rules";
import type { EditionView } from "../protocol";
import { faceName, ruleParams } from "../speech/sentences";

export function useEditionView(id: string): EditionView | null {
  useEffect(() => void loadEditions(), []);
  return editions.value.find((one) => one.id === id) ?? null;
}

function useWords<Words>(load: (language: Language) => Promise<Words>): Words | null {
  const [words, setWords] = useState<Words | null>(null);
  const spoken = language.value;
  useEffect(() => {
    void load(spoken).then(setWords);
  }, [spoken]);
  return words;
}

export function useRuleWords(): RuleWords | null {
  return useWords(ruleWords);
}

export function useOptionWords(): OptionWords | null {
  return useWords(optionWords);
}

/** What the sentences of a page name. */
export function namesOn(edition: RulesEdition): Params {
  const example = Object.entries(EXAMPLES[edition.family] ?? {});
  const named = example.map(([name, face]) => [name, faceName(face, edition.id)]);
  return { ...ruleParams(edition.id), ...Object.fromEntries(named) };
}
