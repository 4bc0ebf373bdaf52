/** House rules, without a browser: what is offered, what holds, what is sent. */

import { expect, test } from "vitest";
import {
  allInForce,
  byBooklet,
  change,
  inForce,
  NO_HOUSE_RULES,
  offered,
  usual,
  withBooklet,
} from "../../src/game/houserules";
import type { EditionView, OptionView } from "../../src/protocol";

const accio: OptionView = { name: "accio_optional", values: [true, false], in_no_booklet: [] };
const tie: OptionView = { name: "tournament_tie", values: ["share", "playoff"], in_no_booklet: [] };
const rim: OptionView = { name: "rim_is_out", values: [true, false], in_no_booklet: [] };
const supply: OptionView = { name: "supply", values: ["open", "hidden"], in_no_booklet: [] };
const single: OptionView = { name: "start_die_x", values: ["rethrow"], in_no_booklet: [] };

const edition: EditionView = {
  id: "harry-potter",
  family: "wizards",
  faces: [],
  dice: 26,
  hands: {},
  languages: ["fr", "nl"],
  elements: [],
  effects: {},
  options: [accio, tie, rim, supply, single],
  presets: {
    fr: { values: { accio_optional: false }, fixed: [] },
    nl: { values: {}, fixed: ["tournament_tie"] },
  },
  arena: {},
};

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

test("a table begins by the booklet of its host's language, if there is one", () => {
  expect(byBooklet("harry-potter", "de")).toEqual({ preset: "de", changed: {} });
  expect(byBooklet("impact", "es")).toEqual(NO_HOUSE_RULES);
  expect(byBooklet("strike-2012", "fr").preset).toBe("fr");
});
