/** Words in six languages, from the catalogue (`@words`): one is loaded at a time, all have the keys of English. */

import { signal } from "@preact/signals";
import type english from "./words-en";

export type Params = Readonly<Record<string, string | number>>;

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
  nl: "Nederlands",
  es: "Español",
} as const;
export type Language = keyof typeof LANGUAGES;

export type Key = keyof typeof english;
type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};
/** A text or its plural forms for every key of English. */
export type Words = Readonly<Record<Key, string | Plural>>;

/** A file for each language, whose name the server knows (`pages.py`): it comes with the page. */
const FILES = {
  en: () => import("./words-en"),
  de: () => import("./words-de"),
  fr: () => import("./words-fr"),
  it: () => import("./words-it"),
  nl: () => import("./words-nl"),
  es: () => import("./words-es"),
} as const satisfies Readonly<Record<Language, () => Promise<{ readonly default: Words }>>>;

/** Keys that a language has and English has not: there are none, or this does not compile. */
type KeysOf = {
  [Name in Language]: keyof Awaited<ReturnType<(typeof FILES)[Name]>>["default"];
}[Language];
type Surplus = Exclude<KeysOf, Key>;
const SURPLUS: [Surplus] extends [never] ? readonly [] : Surplus = [];
void SURPLUS;

/** All words of a language. */
export async function wordsIn(name: Language): Promise<Words> {
  return (await FILES[name]()).default;
}

export const language = signal<Language>("en");
/** None before the first `speak`. */
const words = signal<Partial<Words>>({});

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGES, name);
}

/** The first language of the browser that there are words for. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const name = tag.slice(0, 2).toLowerCase();
    if (isLanguage(name)) return name;
  }
  return "en";
}

/** How a reader of a language writes dates and numbers: as where they live, if the browser says. */
export function localeOf(name: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.toLowerCase().split("-")[0] === name) ?? name;
}

/** For dates and numbers: in British English the day comes first. */
export function locale(): string {
  return localeOf(language.value, globalThis.navigator?.languages ?? []);
}

export async function speak(name: Language): Promise<void> {
  const loaded = await wordsIn(name);
  words.value = loaded;
  language.value = name;
}

export function t(key: Key, params: Params = {}): string {
  return fill(words.value, language.value, key, params);
}

/** A text whose key is put together at run time; null where there is none. */
export function maybe(key: string, params: Params = {}): string | null {
  return key in words.value ? t(key as Key, params) : null;
}

/** Nothing before words have come, and nothing is shown before that. */
export function fill(from: Partial<Words>, name: Language, key: Key, params: Params): string {
  const entry = from[key];
  if (entry === undefined) return "";
  const text = typeof entry === "string" ? entry : plural(entry, name, Number(params.count ?? 0));
  return fillText(text, params);
}

/** Fills the {names} in; a text that begins with one begins with a capital letter all the same. */
export function fillText(text: string, params: Params): string {
  const filled = text.replace(/\{(\w+)\}/g, (whole, field: string) =>
    String(params[field] ?? whole),
  );
  return /^\{(arena|null|theNull|face\})/.test(text) ? capital(filled) : filled;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Kept, since making one takes longer than all the rest of a sentence. */
let counting = { name: "en", rules: new Intl.PluralRules("en") };

function plural(forms: Plural, name: Language, count: number): string {
  if (counting.name !== name) counting = { name, rules: new Intl.PluralRules(name) };
  return forms[counting.rules.select(count)] ?? forms.other;
}

export function listed(items: readonly string[]): string {
  return new Intl.ListFormat(language.value, { type: "conjunction" }).format(items);
}

function formatted(value: number, how: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale(), how).format(value);
}

export function percent(share: number, digits = 0): string {
  return formatted(share, { style: "percent", maximumFractionDigits: digits });
}

export function decimal(value: number): string {
  return formatted(value, { maximumFractionDigits: 1 });
}

export function signedDecimal(value: number): string {
  return formatted(value, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
}

/** A gain or loss of chances; small ones with a digit more. */
export function signedPercent(share: number): string {
  const maximumFractionDigits = Math.abs(share) < 0.1 ? 1 : 0;
  return formatted(share, { style: "percent", maximumFractionDigits, signDisplay: "exceptZero" });
}

/** A time in seconds, with its unit. */
export function seconds(count: number): string {
  return formatted(count, { style: "unit", unit: "second", unitDisplay: "narrow" });
}

/** A long time in its two largest units: days and hours, hours and minutes, or minutes. */
export function duration(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  const parts = [
    [Math.floor(minutes / 1440), "day"],
    [Math.floor(minutes / 60) % 24, "hour"],
    [minutes % 60, "minute"],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return (first < 0 ? parts.slice(2) : parts.slice(first, first + 2))
    .filter(([count], i) => count > 0 || i === 0)
    .map(([count, unit]) => formatted(count, { style: "unit", unit, unitDisplay: "long" }))
    .join(" ");
}
