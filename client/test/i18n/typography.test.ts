/** Signs and spaces as each language sets them, over every text there is. Controls show that faults are seen. */

import { describe, expect, test } from "vitest";
import type { Language } from "../../src/i18n";
import { allTexts, LANGUAGE_NAMES } from "./texts";

/** What must not stand in a text, with a fault that each pattern must find. */
const EVERYWHERE: readonly [string, RegExp, string][] = [
  ["a straight apostrophe", /\p{L}'\p{L}/u, "Ann's turn"],
  ["straight quotation marks", /"/, 'call "Stop!"'],
  ["three dots", /\.\.\./, "Wait..."],
  ["two spaces", /[ \u00a0\u202f]{2}/, "one  two"],
  ["a count that can break from its sign", / ×|× /, "2 × fire"],
  ["an ellipsis that can break from its word", / …/, "Gleich …"],
];
const NO_SPACE_BEFORE = /[ \u00a0\u202f][!?;:]/;
const OWN: Readonly<Partial<Record<Language, readonly [string, RegExp, string][]>>> = {
  en: [
    ["a space before a sign", NO_SPACE_BEFORE, "Stop !"],
    ["a space before the ellipsis", /\s…/, "Ready\u00a0…"],
    ["American spelling", /\b(neighbor|color|counterclockwise|favorite|center)\b/i, "neighbor"],
  ],
  de: [["a space before a sign", NO_SPACE_BEFORE, "Stopp !"]],
  it: [["a space before a sign", NO_SPACE_BEFORE, "Stop !"]],
  nl: [["a space before a sign", NO_SPACE_BEFORE, "Stop !"]],
  es: [
    ["a space before a sign", NO_SPACE_BEFORE, "¡Alto !"],
    ["a question that does not open", /^[^¿]*\?/, "Qué reglas?"],
    ["a call that does not open", /^[^¡]*!/, "Alto!"],
    ["a word that is rude in America", /\bcog(er|e|es|en|es|ió|ido|idos)\b/i, "Coges un dado"],
  ],
  fr: [
    ["! ? ; without their narrow space", /[^\u202f!?][!?;]/, "Stop !"],
    ["a colon without its space", /[^\u00a0]:/, "Accio : un dé"],
    ["« » without their space", /«[^\u00a0]|[^\u00a0]»/, "« Stop »"],
    ["no elision before a name", /\b[dD]e \{(name|edition|names)\}/, "Règles de {edition}"],
  ],
};

describe.each(LANGUAGE_NAMES)("%s", (language) => {
  test.each([...EVERYWHERE, ...(OWN[language] ?? [])])("has not: %s", (_, fault, control) => {
    expect(control).toMatch(fault);
    const found = allTexts(language).filter(([, text]) => fault.test(text));
    expect(found).toEqual([]);
  });
});
