/** The rules as they are played, in our own words, short, with the dice they speak of. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Choice } from "../controls/choices";
import { DieFace } from "../controls/die";
import { Panel } from "../controls/panel";
import { namesOn, useEditionView, useRuleWords } from "../controls/rulewords";
import { VARIANTS } from "../game/editions";
import { byBooklet } from "../game/houserules";
import { capital, fillText, language, t } from "../i18n";
import {
  type PageChapter,
  type PageSentence,
  type PlayedRules,
  pageOf,
  type RuleWords,
  scenesOf,
  type TitleKey,
} from "../i18n/rules";
import type { EditionView, Family } from "../protocol";
import { go } from "../route";
import { useSession } from "../session";
import { lastEdition } from "../settings";
import { bookletLine, editionName, sideTitle } from "../speech/sentences";
import "./rules.css";

const EDITIONS: readonly string[] = [...VARIANTS.values()].flat();

function titleOf(chapter: PageChapter, edition: EditionView, words: RuleWords): string {
  if (chapter.side) return sideTitle(chapter.side, edition.id);
  if (chapter.id === "edition") return editionName(edition.id);
  return capital(fillText(words[`title.${chapter.id}` as TitleKey], namesOn(edition)));
}

function Hands({ edition }: { edition: EditionView }) {
  return (
    <ul class="hands">
      {Object.entries(edition.hands).map(([players, dice]) => (
        <li key={players}>
          {t("pair", {
            first: t("count.players", { count: Number(players) }),
            second: t("count.dice", { count: dice }),
          })}
        </li>
      ))}
    </ul>
  );
}

/** Dice as they lie throw by throw, once somebody looks; what is taken in a frame. */
function ExampleDice({ scenes, family }: { scenes: string[][]; family: Family }) {
  const list = useRef<HTMLOListElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([one]) => one?.isIntersecting && setIsSeen(true));
    if (list.current) watch.observe(list.current);
    return () => watch.disconnect();
  }, []);
  return (
    <ol ref={list} class={`example ${isSeen ? "seen" : ""}`} aria-hidden="true">
      {scenes.map((scene, number) => (
        <li style={{ "--scene": number }}>
          {scene.map((face) => (
            <span class={scene.filter((one) => one === face).length > 1 ? "taken" : ""}>
              <DieFace face={face} family={family} size={40} />
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

function Section({
  chapter,
  words,
  edition,
}: {
  chapter: PageChapter;
  words: RuleWords;
  edition: EditionView;
}) {
  const names = namesOn(edition);
  const details = chapter.sentences.filter(({ detail }) => detail);
  const say = ({ key, changed }: PageSentence) => {
    const text = `${fillText(words[key], names)} `;
    return changed ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  };
  return (
    <section class="rule">
      {chapter.faces.length > 0 && (
        <div class="rule-dice">
          {chapter.faces.map((face, i) => (
            <DieFace key={i} face={face} family={edition.family as Family} size={44} />
          ))}
        </div>
      )}
      <h3>{titleOf(chapter, edition, words)}</h3>
      <p>{chapter.sentences.filter(({ detail }) => !detail).map(say)}</p>
      {details.length > 0 && <p class="hint">{details.map(say)}</p>}
      {chapter.id === "setup" && <Hands edition={edition} />}
      {chapter.sentences.map(({ key }) => {
        const scenes = scenesOf(key, edition.family);
        return (
          scenes.length > 0 && <ExampleDice scenes={scenes} family={edition.family as Family} />
        );
      })}
    </section>
  );
}

/** The page of one edition, as it is played: with house rules these are marked. */
function RulesPage({ played, words }: { played: PlayedRules; words: RuleWords }) {
  const chapters = pageOf(played);
  const changed = chapters.some(({ sentences }) => sentences.some((one) => one.changed));
  return (
    <>
      <p class="hint">
        {bookletLine(played.preset)} {t(changed ? "rules.house" : "rules.usual")}
      </p>
      {chapters.map((chapter) => (
        <Section
          key={`${chapter.id} ${chapter.side}`}
          chapter={chapter}
          words={words}
          edition={played.edition}
        />
      ))}
    </>
  );
}

/** The first game, as it is taught with this box. */
function LessonButton({ edition }: { edition: string }) {
  const begin = () => {
    lastEdition.value = edition;
    go({ at: "lesson" });
  };
  return <Button class="secondary lesson-button" text={t("lesson.begin")} onClick={begin} />;
}

/** What is played where the panel was opened; other editions are shown as they are by themselves. */
export type RulesTable = Omit<PlayedRules, "edition"> & { readonly edition: string };

export function RulesPanel({ table, onClose }: { table: RulesTable; onClose: () => void }) {
  const session = useSession();
  const [shown, show] = useState(table.edition);
  const edition = useEditionView(shown);
  const words = useRuleWords();
  const here = shown === table.edition;
  const unchanged = {
    preset: byBooklet(shown, language.value).preset,
    options: {},
    elements: null,
  };
  return (
    <Panel title={t("rules.for", { edition: editionName(shown) })} onClose={onClose} wide>
      <Choice
        name="rules-edition"
        legend={t("rules.title")}
        hidden
        value={shown}
        options={EDITIONS.map((value) => ({
          value,
          label: value === "strike-2012" ? `${editionName(value)} 2012` : editionName(value),
        }))}
        onChange={show}
      />
      {session.page.table.value.code === null && <LessonButton edition={shown} />}
      {!edition && session.line.state.value !== "open" && <p>{t("app.offline")}</p>}
      {words && edition && (
        <RulesPage played={{ ...(here ? table : unchanged), edition }} words={words} />
      )}
    </Panel>
  );
}
