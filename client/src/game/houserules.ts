/** House rules: what is played differently at a table, out of what the server offers. Pure. */

import { EDITIONS, type EditionView, type OptionView, type PresetView } from "../protocol";

export type OptionValue = string | boolean;

export interface ChosenRules {
  /** Language of the booklet, or empty for what most booklets say. */
  readonly preset: string;
  readonly changed: Readonly<Record<string, OptionValue>>;
}

export const NO_HOUSE_RULES: ChosenRules = { preset: "", changed: {} };

/** How a table begins: by the booklet of its host's language, if the edition has one. */
export function byBooklet(edition: string, language: string): ChosenRules {
  const booklets: readonly string[] = EDITIONS[edition as keyof typeof EDITIONS]?.booklets ?? [];
  return { preset: booklets.includes(language) ? language : "", changed: {} };
}

/** What people at a real box see to themselves, so that the referee need not know. */
const BESIDE_THE_BOX = [
  "accidental_stack",
  "cocked",
  "premove",
  "rim_is_out",
  "supply",
  "tournament_start",
  "tower_builder",
];
/** A table on the screen has a switch of its own for supplies, and says itself who begins. */
const BESIDE_THE_SCREEN = ["supply", "tournament_start"];

export type PlayedAt = "table" | "tournament" | "box";

function presetOf(edition: EditionView, rules: ChosenRules): PresetView {
  return edition.presets[rules.preset] ?? { values: {}, fixed: [] };
}

/** The options that can be chosen here: more than one value, and none fixed by the booklet. */
export function offered(edition: EditionView, rules: ChosenRules, place: PlayedAt): OptionView[] {
  const beside = place === "box" ? BESIDE_THE_BOX : BESIDE_THE_SCREEN;
  const fixed = presetOf(edition, rules).fixed;
  return edition.options.filter(
    ({ name, values }) =>
      values.length > 1 &&
      !beside.includes(name) &&
      !fixed.includes(name) &&
      (place !== "table" || name !== "tournament_tie"),
  );
}

/** What holds without a change: the booklet's word, else the edition's default. */
export function usual(edition: EditionView, rules: ChosenRules, option: OptionView): OptionValue {
  return presetOf(edition, rules).values[option.name] ?? option.values[0] ?? "";
}

export function inForce(edition: EditionView, rules: ChosenRules, option: OptionView): OptionValue {
  return rules.changed[option.name] ?? usual(edition, rules, option);
}

/** Everything that is played: every option with its value. */
export function allInForce(edition: EditionView, rules: ChosenRules): Record<string, OptionValue> {
  return Object.fromEntries(
    edition.options.map((option) => [option.name, inForce(edition, rules, option)]),
  );
}

export function change(
  edition: EditionView,
  rules: ChosenRules,
  option: OptionView,
  text: string,
): ChosenRules {
  const value = option.values.find((one) => String(one) === text);
  const { [option.name]: _before, ...others } = rules.changed;
  if (value === undefined || value === usual(edition, rules, option))
    return { ...rules, changed: others };
  return { ...rules, changed: { ...others, [option.name]: value } };
}

/** Whether supplies may be hidden. */
export function hasHidden(edition: EditionView): boolean {
  return edition.options.some(({ name, values }) => name === "supply" && values.length > 1);
}

/** What was changed at a table that tells all that is played there. */
export function chosenIn(
  edition: EditionView,
  { preset, options }: { readonly preset: string | null; readonly options: ChosenRules["changed"] },
): ChosenRules {
  const rules = { preset: preset ?? "", changed: {} };
  return edition.options.reduce<ChosenRules>(
    (all, option) =>
      option.name in options ? change(edition, all, option, String(options[option.name])) : all,
    rules,
  );
}

/** Another booklet: changes that it makes anyway, or does not allow, are dropped. */
export function withBooklet(edition: EditionView, rules: ChosenRules, preset: string): ChosenRules {
  const next = { preset, changed: {} };
  const kept = edition.options.filter(({ name }) => {
    const fixed = presetOf(edition, next).fixed.includes(name);
    return name in rules.changed && !fixed;
  });
  return kept.reduce<ChosenRules>(
    (all, option) => change(edition, all, option, String(rules.changed[option.name])),
    next,
  );
}
