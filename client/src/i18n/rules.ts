/**
 * The words for rules and options, and the rules page: which sentences a chapter has, and which option
 * picks each. No rules: what an edition and a table play comes from the server.
 */

import type english from "@words/en/rules.json";
import sheet from "@words/sheet.json";
import type { EditionView, OPTIONS, OptionName, OptionView } from "../protocol";
import type { Language } from ".";

export type OptionValue = OptionView["values"][number];

/** A sentence for each value of each option. */
type OptionKey = {
  [Name in OptionName]: `${Name}.${(typeof OPTIONS)[Name][number]}`;
}[OptionName];
type RuleKey = keyof typeof english;
export type TitleKey = Extract<RuleKey, `title.${string}`>;
type FixedKey = Exclude<RuleKey, TitleKey | OptionKey>;

/** The sentences of the rules pages; a language without one of them does not compile. */
export type RuleWords = Readonly<Record<RuleKey | OptionKey, string>>;

export const ruleWords: Readonly<Record<Language, () => Promise<{ readonly default: RuleWords }>>> =
  {
    en: () => import("@words/en/rules.json"),
    de: () => import("@words/de/rules.json"),
    fr: () => import("@words/fr/rules.json"),
    it: () => import("@words/it/rules.json"),
    nl: () => import("@words/nl/rules.json"),
    es: () => import("@words/es/rules.json"),
  };

/** For each option how the sentence begins, and how it ends with each value. */
export type OptionWords = {
  readonly [Name in OptionName]: {
    readonly begins: string;
    readonly ends: Readonly<Record<`${(typeof OPTIONS)[Name][number]}`, string>>;
  };
};

export const optionWords: Readonly<
  Record<Language, () => Promise<{ readonly default: OptionWords }>>
> = {
  en: () => import("@words/en/options.json"),
  de: () => import("@words/de/options.json"),
  fr: () => import("@words/fr/options.json"),
  it: () => import("@words/it/options.json"),
  nl: () => import("@words/nl/options.json"),
  es: () => import("@words/es/options.json"),
};

/** A sentence of a chapter: always the same, or the one of the value that an option has. */
type Sentence = ({ readonly say: FixedKey } | { readonly option: OptionName }) & {
  /** Said only where all these sides have their effect at work. */
  readonly sides?: readonly string[];
  /** Said only where an option has a value. */
  readonly where?: readonly [OptionName, OptionValue];
  /** Said only in these editions, whose booklets say it. */
  readonly editions?: readonly string[];
  /** Said only where the booklet knows another value of the option, too. */
  readonly open?: OptionName;
  /** For those who want to know exactly: set smaller, unless the table changed it. */
  readonly detail?: true;
};

interface Chapter {
  readonly id: string;
  /** Dice beside the heading: sides, or names of the example's. */
  readonly faces?: readonly string[];
  readonly sentences: readonly Sentence[];
}

/** The sides that an example of this family names. */
type Example = Readonly<Record<string, string>>;

/** The order of the sentences, the same that `kessel rules` goes by. */
interface Sheet {
  readonly examples: Readonly<Record<string, Example>>;
  /** What lies there at first and after each throw, by the sentence that tells it. */
  readonly scenes: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly before: readonly Chapter[];
  /** What comes before the effects of an edition that has any. */
  readonly openings: Readonly<Record<string, Chapter>>;
  readonly effects: Readonly<Record<string, readonly Sentence[]>>;
  readonly after: readonly Chapter[];
}

const SHEET = sheet as unknown as Sheet;

export const EXAMPLES = SHEET.examples;

/** What lies there in an example, throw by throw. */
export function scenesOf(key: string, family: string): string[][] {
  const sides = EXAMPLES[family] ?? {};
  return (SHEET.scenes[key] ?? []).map((scene) => scene.map((name) => sides[name] ?? name));
}

/** The rules as they are played: an edition, what a table changed, and the elements at work. */
export interface PlayedRules {
  readonly edition: EditionView;
  /** Language of the booklet that is followed, or empty for what most booklets say. */
  readonly preset: string;
  /** Values by option; what is not there is as in the booklet. */
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Null: all that the edition has. */
  readonly elements: readonly string[] | null;
}

export interface PageSentence {
  readonly key: FixedKey | OptionKey;
  readonly detail: boolean;
  /** Whether the table plays it otherwise than its booklet. */
  readonly changed: boolean;
}

export interface PageChapter {
  readonly id: string;
  /** The side whose effect the chapter tells, else null. */
  readonly side: string | null;
  readonly faces: readonly string[];
  readonly sentences: readonly PageSentence[];
}

/** The sides with an effect at work. */
function sidesAtWork({ edition, elements }: PlayedRules): readonly string[] {
  const sides = Object.keys(edition.effects);
  return elements?.length ? sides.filter((side) => elements.includes(side)) : sides;
}

/** The chapters of a rules page, with the sentence that each option's value picks. */
export function pageOf(played: PlayedRules): PageChapter[] {
  const { edition } = played;
  const example = EXAMPLES[edition.family] ?? {};
  const opening = SHEET.openings[edition.id];
  const plain = ({ id, faces, sentences }: Chapter): PageChapter => ({
    id,
    side: null,
    faces: faces?.map((face) => example[face] ?? face) ?? [],
    sentences: said(sentences, played),
  });
  return [
    ...SHEET.before.map(plain),
    ...(opening ? [plain(opening)] : []),
    ...sidesAtWork(played).map((side) => ({
      id: edition.effects[side] ?? "",
      side,
      faces: [side, side],
      sentences: said(SHEET.effects[edition.effects[side] ?? ""] ?? [], played),
    })),
    ...SHEET.after.map(plain),
  ];
}

function said(sentences: readonly Sentence[], played: PlayedRules): PageSentence[] {
  const sides = sidesAtWork(played);
  return sentences.flatMap((sentence): PageSentence[] => {
    const { sides: needed = [], where, editions, open, detail = false } = sentence;
    if (!needed.every((side) => sides.includes(side))) return [];
    if (editions && !editions.includes(played.edition.id)) return [];
    if (open && !isOpen(open, played)) return [];
    if (where && playedValue(where[0], played) !== where[1]) return [];
    if ("say" in sentence) return [{ key: sentence.say, detail, changed: false }];
    const value = playedValue(sentence.option, played);
    if (value === undefined) return [];
    const changed = value !== usualOf(sentence.option, played);
    return [
      { key: `${sentence.option}.${value}` as OptionKey, detail: detail && !changed, changed },
    ];
  });
}

/** The booklet's value, else the edition's own; none where it does not know the option. */
function usualOf(name: OptionName, { edition, preset }: PlayedRules): OptionValue | undefined {
  const own = edition.options.find((one) => one.name === name)?.values[0];
  return own === undefined ? undefined : (edition.presets[preset]?.values[name] ?? own);
}

/** Whether the booklet knows several values. */
function isOpen(name: OptionName, { edition, preset }: PlayedRules): boolean {
  const values = edition.options.find((one) => one.name === name)?.values ?? [];
  return values.length > 1 && !edition.presets[preset]?.fixed.includes(name);
}

function playedValue(name: OptionName, played: PlayedRules): OptionValue | undefined {
  const usual = usualOf(name, played);
  return usual === undefined ? undefined : (played.options[name] ?? usual);
}
