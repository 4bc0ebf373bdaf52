/** A table that is being prepared: who sits where and how it is played, and the wish made of it. Pure. */

import { type CreateTable, type EditionView, PLAYERS, type SeatWish } from "../protocol";
import { company } from "./characters";
import { allInForce, type ChosenRules, type OptionValue } from "./houserules";

export type TableKind = "hotseat" | "invite" | "tournament" | "party";

export type DayClock = Extract<CreateTable["clock"], "day" | "three_days">;

export interface SeatDraft {
  readonly kind: SeatWish["kind"];
  readonly name: string;
  /** How strong the computer is that sits there; the usual one unless somebody chose. */
  readonly level?: string;
}

export interface TableDraft {
  readonly seats: readonly SeatDraft[];
  /** Who begins: the oldest, if somebody says who that is, else the first seat. */
  readonly first: number;
  readonly rules: ChosenRules;
  /** Whether supplies are hidden, where that may be chosen. */
  readonly hidden: boolean;
  readonly public: boolean;
  /** How many days a turn has, where people come and go as they like. */
  readonly days: DayClock | null;
  /** The elements agreed on, where some are to be agreed on. */
  readonly elements: readonly string[];
}

export interface Playing {
  readonly preset: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly elements: readonly string[] | null;
}

/** Who sits on a seat that is added. */
const ADDED: Readonly<Record<TableKind, SeatWish["kind"]>> = {
  hotseat: "person",
  invite: "open",
  tournament: "bot",
  party: "open",
};

export function firstDraft(
  kind: TableKind,
  name: string,
  rules: ChosenRules,
  elements: readonly string[],
): TableDraft {
  const others = kind === "hotseat" ? 1 : kind === "tournament" ? 2 : PLAYERS.most - 1;
  // Nobody plays on the screen that shows a party.
  const first = kind === "party" ? emptySeat(kind) : { kind: "person" as const, name };
  const seats = [first, ...Array.from({ length: others }, () => emptySeat(kind))];
  return { seats, first: 0, rules, hidden: false, public: false, days: null, elements };
}

export function emptySeat(kind: TableKind): SeatDraft {
  return { kind: ADDED[kind], name: "" };
}

/** The draft with these seats; whoever began and is not there any more gives way to the first. */
export function seated(draft: TableDraft, seats: readonly SeatDraft[]): TableDraft {
  return { ...draft, seats, first: draft.first < seats.length ? draft.first : 0 };
}

/** These people and nobody else. */
export function seatsOf(names: readonly string[]): readonly SeatDraft[] {
  return names.map((name) => ({ kind: "person", name }));
}

/** Whether enough can come: without a person here, two have to. */
export function isOpenEnough(draft: TableDraft): boolean {
  const open = draft.seats.filter((seat) => seat.kind === "open").length;
  return open !== 1 || draft.seats.some((seat) => seat.kind === "person");
}

export function mayHide(edition: EditionView | null): boolean {
  return (
    edition?.options.some(({ name, values }) => name === "supply" && values.length > 1) ?? false
  );
}

/** What will be played, as the rules page tells it. */
export function playedOf(draft: TableDraft, edition: EditionView | null): Playing {
  const hidden = draft.hidden && mayHide(edition) ? { supply: "hidden" } : {};
  return {
    preset: draft.rules.preset,
    options: edition ? { ...allInForce(edition, draft.rules), ...hidden } : {},
    elements: draft.elements.length ? draft.elements : null,
  };
}

/** Which computer sits where: as chosen, else the usual one and those nearest to it, nobody twice as long
 * as there are others. `bots` are those the server has. */
export function levelsOf(
  seats: readonly SeatDraft[],
  bots: readonly string[],
  usual: string | null,
): (string | null)[] {
  const chosen = seats.map((seat) => (seat.kind === "bot" ? seat.level : null));
  const near = company(bots, usual, bots.length);
  const free = near.filter((level) => !chosen.includes(level));
  const rest = free.length ? free : near;
  let next = 0;
  return seats.map(({ kind, level }) => {
    if (kind !== "bot") return null;
    return level ?? rest[next++ % rest.length] ?? usual;
  });
}

/** What to ask the server for; persons without a name get the one that `named` gives them. */
export function wishOf(
  draft: TableDraft,
  more: {
    readonly edition: EditionView | null;
    /** Of the computer at each seat. */
    readonly levels: readonly (string | null)[];
    readonly named: (number: number) => string;
  },
): Omit<CreateTable, "type" | "ref" | "edition"> {
  const hidden = draft.hidden && mayHide(more.edition);
  return {
    seats: draft.seats.map((seat, i): SeatWish => {
      if (seat.kind === "bot") return { kind: "bot", level: more.levels[i] ?? null };
      if (seat.kind === "open") return { kind: "open" };
      return { kind: "person", name: seat.name.trim() || more.named(i + 1) };
    }),
    first: draft.first,
    public: draft.public,
    ...(draft.days ? { clock: draft.days } : {}),
    preset: draft.rules.preset || null,
    options: { ...draft.rules.changed, ...(hidden ? { supply: "hidden" } : {}) },
    elements: draft.elements.length ? [...draft.elements] : null,
  };
}
