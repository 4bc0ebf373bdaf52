/** The rules pages follow what is played: every option that an edition has picks a sentence. */

import { describe, expect, test } from "vitest";
import type { Language, Params } from "../../src/i18n";
import { fillText } from "../../src/i18n";
import {
  type OptionValue,
  type PageSentence,
  type PlayedRules,
  pageOf,
  type RuleWords,
  scenesOf,
} from "../../src/i18n/rules";
import { type EditionView, EDITIONS as PLAYED } from "../../src/protocol";
import editions from "../editions.json";
import { LANGUAGE_NAMES, RULES } from "./texts";

const EDITIONS = editions as unknown as readonly EditionView[];

/** Options that change no sentence: none. Whoever adds one here has to say why. */
const SILENT: readonly string[] = [];

const asUsual = (edition: EditionView): PlayedRules => ({
  edition,
  preset: "",
  options: {},
  elements: null,
});

function sentencesOf(played: PlayedRules): PageSentence[] {
  return pageOf(played).flatMap(({ sentences }) => sentences);
}

function textOf(words: RuleWords, played: PlayedRules): string {
  return sentencesOf(played)
    .map(({ key }) => words[key])
    .join(" ");
}

/** Every value of every option of every edition. */
const VALUES = EDITIONS.flatMap((edition) =>
  edition.options.flatMap(({ name, values }) =>
    values.map((value) => [edition.id, name, value, edition, values] as const),
  ),
);

test("there is something to go over", () => {
  expect(EDITIONS.map(({ id }) => id).sort()).toEqual(Object.keys(PLAYED).sort());
  expect(VALUES.length).toBeGreaterThan(150);
});

describe.each(LANGUAGE_NAMES)("%s", (language) => {
  const words = RULES[language];

  test("says something for every value, and something else for each", () => {
    for (const [id, name, value, edition, values] of VALUES) {
      const where = `${id} ${name}=${value}`;
      const texts = values.map((one) =>
        textOf(words, { ...asUsual(edition), options: { [name]: one } }),
      );
      expect(texts.join(" "), where).not.toMatch(/undefined|^\s*$/);
      if (!SILENT.includes(name)) expect(new Set(texts).size, where).toBe(values.length);
    }
  });

  test("fills in every name, in every edition", () => {
    const shown = VALUES.flatMap(([, name, value, edition]) =>
      sentencesOf({ ...asUsual(edition), options: { [name]: value } }),
    );
    const keys = [...new Set(shown.map(({ key }) => key))];
    expect(keys.length).toBeGreaterThan(50);
    expect(keys.filter((key) => /[{}]/.test(fillText(words[key], NAMED)))).toEqual([]);
  });
});

/** The names a page fills in; what they are called does not matter here. */
const NAMED: Params = Object.fromEntries(
  [
    ...["arenaThe", "ArenaThe", "arenaIn", "arenaInto", "arenaFrom", "allin", "null", "theNull"],
    ...["one", "two", "three", "four", "five"],
  ].map((name) => [name, "name"]),
);

const potter = EDITIONS.find(({ id }) => id === "harry-potter") as EditionView;
const avatar = EDITIONS.find(({ id }) => id === "impact-avatar") as EditionView;

function keys(edition: EditionView, options: Record<string, OptionValue>, elements?: string[]) {
  const played = { edition, preset: "", options, elements: elements ?? null };
  return sentencesOf(played).map(({ key }) => key);
}

test("what a booklet says is told, and not marked as a house rule", () => {
  const said = sentencesOf({ ...asUsual(potter), preset: "fr" });
  expect(said.map(({ key }) => key)).toContain("accio_optional.false");
  expect(said.some(({ changed }) => changed)).toBe(false);
});

test("the French booklet of Harry Potter: only the others throw, and Accio is a duty", () => {
  const french = potter.presets.fr?.values;
  expect(french).toBeDefined();
  expect(keys(potter, french ?? {})).toEqual(
    expect.arrayContaining(["relashio_throwers.others", "accio_optional.false"]),
  );
  expect(keys(potter, {})).not.toContain("relashio_throwers.others");
});

test("what is played otherwise is marked, and no longer a detail", () => {
  const page = sentencesOf({ ...asUsual(potter), options: { accio_tower: "top" } });
  const sentence = page.find(({ key }) => key === "accio_tower.top");
  expect(sentence).toEqual({ key: "accio_tower.top", changed: true, detail: false });
  expect(sentencesOf(asUsual(potter)).some((one) => one.changed)).toBe(false);
});

test("a starting die that is placed cannot fall on the null side", () => {
  expect(keys(potter, { start_die: "placed" }).join()).not.toContain("start_die_x");
});

test("what a booklet has decided is not offered as a choice", () => {
  const said = (preset: string) =>
    sentencesOf({ ...asUsual(potter), preset }).map(({ key }) => key);
  expect(said("")).toContain("tournament.oneMore");
  expect(said("nl")).not.toContain("tournament.oneMore");
});

test("only the elements at work have a chapter, and piles are named only where there are stones", () => {
  const sides = pageOf({ ...asUsual(avatar), elements: ["fire", "water"] }).map(({ side }) => side);
  expect(sides.filter(Boolean)).toEqual(["fire", "water"]);
  expect(keys(avatar, {}, ["fire", "water"]).join()).not.toContain("piles_after_column");
  expect(keys(avatar, {}, ["fire", "stone"]).join()).toContain("piles_after_column");
});

test.each(LANGUAGE_NAMES as Language[])("%s: an example names what lies there", (language) => {
  for (const key of ["example", "example.avatar"] as const) {
    const shown = new Set(scenesOf(key, "").flat());
    const places = RULES[language][key].matchAll(/\{(\w+)\}/g);
    expect(new Set([...places].map(([, name]) => name))).toEqual(shown);
  }
});
