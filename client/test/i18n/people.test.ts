/** Whoever plays is spoken of kindly: no "You" as a third person, no gender, articles where they belong. */

import { describe, expect, test } from "vitest";
import type { Language } from "../../src/i18n";
import { allTexts, LANGUAGE_NAMES } from "./texts";

/** A list of people that acts in the third person: "you" may be one of them. */
const ACTING_LIST = /(?<!: |\u00a0: |\u202f: |\bby |\bdoor )\{(names|players)\}(?! ?\u00a0?:)/;
/** The null side's bare name inside a sentence: "shows blank side". */
const BARE_NULL = /.\{null\}|\{null\}(?!\u00a0?:|$)/;
/** Words that make a man of every player; a control each. */
const GENDERED: Readonly<Partial<Record<Language, readonly [RegExp, string]>>> = {
  fr: [
    /éliminé(?!\p{L})|\best champion|\bpremier\b.*\{name\}|\{name\}.*\bpremier\b/u,
    "{name} est éliminé",
  ],
  es: [/eliminado\b|campeón|\{name\}.*\bprimero\b/, "{name} queda eliminado"],
  it: [/eliminato\b|campione|\{name\}.*\bper primo\b/, "{name} ha finito per primo"],
};

function faults(language: Language, fault: RegExp): [string, string][] {
  return allTexts(language).filter(([, text]) => fault.test(text));
}

test("faults are seen", () => {
  expect("{names} share the victory.").toMatch(ACTING_LIST);
  expect("Égalité : {names} jouent encore.").not.toMatch(ACTING_LIST);
  expect("Shared win: {names}.").not.toMatch(ACTING_LIST);
  expect("{names}: Sieg im Turnier").not.toMatch(ACTING_LIST);
  expect("dice that show {null} leave").toMatch(BARE_NULL);
  expect("{null}: a die is gone.").not.toMatch(BARE_NULL);
});

describe.each(LANGUAGE_NAMES)("%s", (language) => {
  test("lists of people stand after a colon", () => {
    expect(faults(language, ACTING_LIST)).toEqual([]);
  });

  test("the null side has its article inside a sentence", () => {
    expect(faults(language, BARE_NULL)).toEqual([]);
  });

  test("nobody is made a man", () => {
    const [fault, control] = GENDERED[language] ?? [/(?!)/, null];
    if (control) expect(control).toMatch(fault);
    expect(faults(language, fault)).toEqual([]);
  });
});
