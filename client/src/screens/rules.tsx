/** The rules of an edition in our own words, short, with the dice they speak of. */

import { useEffect, useState } from "preact/hooks";
import { DieFace } from "../controls/die";
import { Choice, Panel } from "../controls/panel";
import { fillText, type Language, language, t } from "../i18n";
import { CHAPTERS, type Chapter, HANDS, type RuleWords } from "../i18n/rules/chapters";
import { editionName, familyOf, ruleParams } from "../speech/sentences";

const LOADERS: Readonly<Record<Language, () => Promise<RuleWords>>> = {
  en: async () => (await import("../i18n/rules/en")).rules,
  de: async () => (await import("../i18n/rules/de")).rules,
  fr: async () => (await import("../i18n/rules/fr")).rules,
  it: async () => (await import("../i18n/rules/it")).rules,
  nl: async () => (await import("../i18n/rules/nl")).rules,
  es: async () => (await import("../i18n/rules/es")).rules,
};

const EDITIONS = Object.keys(CHAPTERS);

function filled(text: string, edition: string): string {
  return fillText(text, ruleParams(edition));
}

function Hands({ edition }: { edition: string }) {
  return (
    <ul class="hands">
      {HANDS[edition === "strike-2012" ? "first" : "other"].map((dice, i) => (
        <li key={dice}>
          {t("pair", {
            first: t("count.players", { count: i + 2 }),
            second: t("count.dice", { count: dice }),
          })}
        </li>
      ))}
    </ul>
  );
}

function Section({
  chapter,
  words,
  edition,
}: {
  chapter: Chapter;
  words: RuleWords;
  edition: string;
}) {
  const [title, text] = words[chapter.key];
  return (
    <section class="rule">
      {chapter.faces && (
        <div class="rule-dice">
          {chapter.faces.map((face, i) => (
            <DieFace key={i} face={face} family={familyOf(edition)} size={44} />
          ))}
        </div>
      )}
      <h3>{filled(title, edition)}</h3>
      <p>{filled(text, edition)}</p>
      {chapter.key === "setup" && <Hands edition={edition} />}
    </section>
  );
}

export function RulesPanel({ edition: first, onClose }: { edition: string; onClose: () => void }) {
  const [edition, setEdition] = useState(first);
  const [words, setWords] = useState<RuleWords | null>(null);
  const spoken = language.value;
  useEffect(() => {
    void LOADERS[spoken]().then(setWords);
  }, [spoken]);
  return (
    <Panel title={t("rules.for", { edition: editionName(edition) })} onClose={onClose} wide>
      <Choice
        name="rules-edition"
        legend={t("rules.title")}
        hidden
        value={edition}
        options={EDITIONS.map((value) => ({
          value,
          label: value === "strike-2012" ? `${editionName(value)} 2012` : editionName(value),
        }))}
        onChange={setEdition}
      />
      {words &&
        CHAPTERS[edition]?.map((chapter) => (
          <Section key={chapter.key} chapter={chapter} words={words} edition={edition} />
        ))}
    </Panel>
  );
}
