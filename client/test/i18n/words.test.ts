/**
 * Words as the page uses them: plural forms, options, keys that are used; no text in the code.
 * What every text of the catalogue must be is tested with the catalogue.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fill, isLanguage, type Key, localeOf, preferred } from "../../src/i18n";
import { LANGUAGE_NAMES, WORDS } from "./texts";

const { en, fr } = WORDS;
const keys = Object.keys(en) as Key[];

describe.each(LANGUAGE_NAMES)("%s", (language) => {
  const words = WORDS[language];

  test("has every plural form its numbers up to 31 need", () => {
    const rules = new Intl.PluralRules(language);
    for (const key of keys) {
      const entry = words[key];
      if (typeof entry === "string") continue;
      for (let count = 0; count <= 31; count++) {
        expect(entry[rules.select(count)] ?? entry.other, `${key} ${count}`).toBeTruthy();
      }
      expect(entry.one, key).toBeTruthy();
    }
  });
});

test("numbers choose the form", () => {
  expect(fill(en, "en", "count.dice", { count: 1 })).toBe("1\u00a0die");
  expect(fill(en, "en", "count.dice", { count: 3 })).toBe("3\u00a0dice");
  expect(fill(fr, "fr", "count.dice", { count: 0 })).toBe("0\u00a0dé");
});

test("a sentence that begins with what is filled in begins with a capital letter", () => {
  expect(fill(en, "en", "say.x", { count: 1, null: "blank side" })).toMatch(/^Blank side: /);
  expect(fill(en, "en", "hud.liesNothing", { arenaThe: "the arena" })).toBe("The arena is empty.");
  expect(fill(en, "en", "say.next.other", { name: "ann" })).toBe("ann is next.");
});

test("the browser's first known language is taken", () => {
  expect(preferred(["pt-BR", "nl-BE", "en"])).toBe("nl");
  expect(preferred(["ja"])).toBe("en");
});

test("dates and numbers are written as where the reader lives", () => {
  const day = (locale: string) => new Intl.DateTimeFormat(locale, { timeZone: "UTC" }).format(0);
  expect(localeOf("en", ["de-AT", "en-GB"])).toBe("en-GB");
  expect(day(localeOf("en", ["en-GB"]))).toBe("01/01/1970");
  expect(day(localeOf("en", ["en-US"]))).toBe("1/1/1970");
  expect(localeOf("fr", ["en-GB", "fra-CA"])).toBe("fr");
  expect(localeOf("de", ["DE-ch", "de"])).toBe("DE-ch");
});

/** Keys that are put together at run time, by how they begin. */
const BUILT = [
  "edition.",
  "family.",
  "allin.",
  "arena.",
  "face.",
  "effect.",
  "level.",
  "clock.",
  "say.",
  "why.",
  "error.",
  "reaction.",
  "habit.",
  "banter.",
  "settings.speed.",
  "settings.quality.",
  "ask.",
  "daily.fate.",
  "report.",
  "replay.moment.",
  "achieve.",
  "daily.check.",
  "finish.",
  "mat.",
  "award.",
  "fair.remark.",
  "fair.wrong.",
  "fair.wrongHere.",
  "strength.",
  "lesson.",
  "coach.throw.",
  "coach.stop.",
];

test("every key is used somewhere", () => {
  const root = join(import.meta.dirname, "../../src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const code = files
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, name), "utf8"))
    .join("");
  const unused = keys.filter(
    (key) => !code.includes(`"${key}"`) && !BUILT.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

describe("no text stands in the code", () => {
  const folder = join(import.meta.dirname, "../../src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );

  test("there is something to look at", () => expect(files.length).toBeGreaterThan(10));

  test.each(files)("%s", (name) => {
    const code = readFileSync(join(folder, name), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    const between = code.match(/>\s*[^<>{}=;()|&?]*\p{L}{2,}[^<>{}=;()|&?]*<\//gu) ?? [];
    const spoken =
      code.match(/\b(?:aria-label|title|placeholder|alt|label)="[^"]*\p{L}[^"]*"/gu) ?? [];
    expect([...between, ...spoken]).toEqual([]);
  });
});

test.each(["constructor", "toString", "__proto__", ""])("%j is no language", (name) => {
  expect(isLanguage(name)).toBe(false);
});
