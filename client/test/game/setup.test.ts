/** What is chosen before a game: box, seats, opponents, house rules. */

import { describe, expect, test } from "vitest";
import { botName, company, isLevel, LOOKS } from "../../src/game/characters";
import {
  agreeable,
  FIRST_EDITION,
  familyOf,
  isAgreed,
  sidesOf,
  VARIANTS,
} from "../../src/game/editions";
import {
  allInForce,
  byBooklet,
  change,
  chosenIn,
  hasHidden,
  inForce,
  NO_HOUSE_RULES,
  offered,
  usual,
  withBooklet,
} from "../../src/game/houserules";
import { BADGE_INK, BADGES, badgeOf } from "../../src/game/people";
import { EDITIONS, LEVELS, type OptionView } from "../../src/protocol";
import { APART, contrast, nearest, SIGHTS } from "./colours";
import { editionView } from "./views";

// What the page takes from the rules about each edition.

test("every edition is offered once, in the box of its family", () => {
  const offered = [...VARIANTS.values()].flat();
  expect([...offered].sort()).toEqual(Object.keys(EDITIONS).sort());
  for (const [family, ids] of VARIANTS) for (const id of ids) expect(familyOf(id)).toBe(family);
  expect([...VARIANTS.values()][0]?.[0]).toBe(FIRST_EDITION);
});

test("the null side comes last", () => {
  expect(sidesOf("strike-2020")).toEqual(["2", "3", "4", "5", "6", "X"]);
  expect(sidesOf("harry-potter").at(-1)).toBe("X");
});

test("elements are agreed on where there are several to choose from, two at least", () => {
  expect(agreeable("impact-power")).toEqual([]);
  expect(isAgreed("impact-power", [])).toBe(true);
  expect(agreeable("impact-avatar")).toHaveLength(5);
  expect(isAgreed("impact-avatar", ["fire"])).toBe(false);
  expect(isAgreed("impact-avatar", ["fire", "air"])).toBe(true);
});

// House rules, without a browser: what is offered, what holds, what is sent.

function option(name: string, ...values: OptionView["values"]): OptionView {
  return { name, values, in_no_booklet: [] };
}

const accio = option("accio_optional", true, false);
const tie = option("tournament_tie", "share", "playoff");
const rim = option("rim_is_out", true, false);
const supply = option("supply", "open", "hidden");
const single = option("start_die_x", "rethrow");

const edition = editionView({
  options: [accio, tie, rim, supply, single],
  presets: {
    fr: { values: { accio_optional: false }, fixed: [] },
    nl: { values: {}, fixed: ["tournament_tie"] },
  },
});

const names = (options: readonly OptionView[]) => options.map(({ name }) => name);

test("only options with a choice are offered, where they mean something", () => {
  expect(names(offered(edition, NO_HOUSE_RULES, "table"))).toEqual([
    "accio_optional",
    "rim_is_out",
  ]);
  expect(names(offered(edition, NO_HOUSE_RULES, "tournament"))).toContain("tournament_tie");
  expect(names(offered(edition, NO_HOUSE_RULES, "box"))).toEqual([
    "accio_optional",
    "tournament_tie",
  ]);
});

test("what a booklet leaves no choice in is not offered with it", () => {
  const dutch = { preset: "nl", changed: {} };
  expect(names(offered(edition, dutch, "tournament"))).not.toContain("tournament_tie");
});

test("a booklet's word is usual, and choosing it is no change", () => {
  const french = { preset: "fr", changed: {} };
  expect(usual(edition, french, accio)).toBe(false);
  expect(inForce(edition, NO_HOUSE_RULES, accio)).toBe(true);
  expect(change(edition, french, accio, "true").changed).toEqual({ accio_optional: true });
  expect(change(edition, change(edition, french, accio, "true"), accio, "false")).toEqual(french);
});

test("another booklet keeps the changes that still are some", () => {
  const rules = { preset: "", changed: { accio_optional: false, tournament_tie: "playoff" } };
  expect(withBooklet(edition, rules, "fr").changed).toEqual({ tournament_tie: "playoff" });
  expect(withBooklet(edition, rules, "nl").changed).toEqual({ accio_optional: false });
});

test("everything that is played: changes before the booklet, the booklet before the edition", () => {
  const french = { preset: "fr", changed: { rim_is_out: false } };
  expect(allInForce(edition, french)).toEqual({
    accio_optional: false,
    tournament_tie: "share",
    rim_is_out: false,
    supply: "open",
    start_die_x: "rethrow",
  });
});

test("of all that is played at a table, what was changed is found again", () => {
  for (const rules of [
    NO_HOUSE_RULES,
    { preset: "fr", changed: { rim_is_out: false } },
    { preset: "", changed: { accio_optional: false, supply: "hidden" } },
  ])
    expect(chosenIn(edition, { ...rules, options: allInForce(edition, rules) })).toEqual(rules);
  expect([hasHidden(edition), hasHidden(editionView({}))]).toEqual([true, false]);
});

test("a table begins by the booklet of its host's language, if there is one", () => {
  expect(byBooklet("harry-potter", "de")).toEqual({ preset: "de", changed: {} });
  expect(byBooklet("impact", "es")).toEqual(NO_HOUSE_RULES);
  expect(byBooklet("strike-2012", "fr").preset).toBe("fr");
});

// The opponents, each with a look of their own; company without anybody twice.

test("no two look alike", () => {
  const looks = LEVELS.map((level) => LOOKS[level]);
  for (const part of ["colour", "hairShape", "lines", "worn"] as const)
    expect(new Set(looks.map((one) => one[part])).size).toBe(LEVELS.length);
});

test("one from elsewhere keeps its own name", () => {
  expect(botName("master")).toBe("Falk");
  expect(botName("Honest")).toBe("Honest");
  expect([isLevel("rule"), isLevel("Honest"), isLevel(null)]).toEqual([true, false, false]);
});

test("whoever was chosen comes first, then those nearest in strength, nobody twice", () => {
  const five = ["first", "second", "third", "fourth", "fifth"];
  expect(company(five, "third", 4)).toEqual(["third", "second", "fourth", "first"]);
  expect(company(five, "fifth", 2)).toEqual(["fifth", "fourth"]);
  expect(company(LEVELS, null, 1)).toEqual(LEVELS.slice(0, 1));
  expect(company(["Honest"], "Honest", 2)).toEqual(["Honest", "Honest"]);
  expect(company([], "rule", 2)).toEqual([]);
});

// Colours and signs of players: told apart by everybody, on the dark table and on a light page.

describe.each(Object.entries(SIGHTS))("who sees %s", (_, sight) => {
  test("tells the colours apart", () => {
    expect(
      nearest(
        BADGES.map((one) => one.colour),
        sight,
      ),
    ).toBeGreaterThan(APART);
  });
});

test("a palette of red and green would be found out", () => {
  const sight = SIGHTS["no green"];
  expect(sight && nearest(["#d02020", "#806a00"], sight)).toBeLessThan(APART);
});

test.each(BADGES)("$colour stands out from the table, and its sign from it", ({ colour }) => {
  expect(contrast(colour, "#1d150f")).toBeGreaterThan(4);
  expect(contrast(colour, BADGE_INK)).toBeGreaterThan(4);
});

test("every seat has a sign of its own", () => {
  expect(new Set([0, 1, 2, 3, 4].map((seat) => badgeOf(seat).shape)).size).toBe(5);
  expect(() => badgeOf(-1)).toThrow(RangeError);
});
