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
import type { OptionView } from "../../src/protocol";
import { editionView } from "./views";

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

test("a table begins by the booklet of its host's language, if there is one", () => {
  expect(byBooklet("harry-potter", "de")).toEqual({ preset: "de", changed: {} });
  expect(byBooklet("impact", "es")).toEqual(NO_HOUSE_RULES);
  expect(byBooklet("strike-2012", "fr").preset).toBe("fr");
});
