/** What is asked of the server for a table that was prepared. */

import { expect, test } from "vitest";
import {
  emptySeat,
  firstDraft,
  isOpenEnough,
  levelsOf,
  mayHide,
  playedOf,
  seated,
  seatsOf,
  wishOf,
} from "../../src/game/draft";
import { NO_HOUSE_RULES } from "../../src/game/houserules";
import { editionView } from "./views";

const EDITION = editionView({
  options: [{ name: "supply", values: ["open", "hidden"], in_no_booklet: [] }],
});
const more = { edition: EDITION, levels: [], named: (number: number) => `Player ${number}` };

test.each([
  ["hotseat", ["person", "person"]],
  ["invite", ["person", "open", "open", "open", "open"]],
  ["tournament", ["person", "bot", "bot"]],
] as const)("%s begins with %s", (kind, seats) => {
  expect(firstDraft(kind, "Ann", NO_HOUSE_RULES, []).seats.map((seat) => seat.kind)).toEqual(seats);
  expect(emptySeat(kind).kind).toBe(seats[1]);
});

test("the same people as before sit down by name", () => {
  expect(seatsOf(["Ann", "Ben"])).toEqual([
    { kind: "person", name: "Ann" },
    { kind: "person", name: "Ben" },
  ]);
});

test("who begins is asked for, as long as that seat is there", () => {
  const draft = { ...firstDraft("tournament", "Ann", NO_HOUSE_RULES, []), first: 2 };
  expect(wishOf(draft, more).first).toBe(2);
  expect(seated(draft, [...draft.seats, emptySeat("tournament")]).first).toBe(2);
  expect(seated(draft, draft.seats.slice(0, 2)).first).toBe(0);
});

test("persons without a name are called by their number, bots play as strong as it says", () => {
  const draft = { ...firstDraft("hotseat", " Ann ", NO_HOUSE_RULES, []) };
  const bot = { kind: "bot" as const, name: "" };
  const seats = [...draft.seats, bot, { ...bot, level: "wild" }];
  const levels = levelsOf(seats, ["steady", "wild"], "steady");
  expect(wishOf({ ...draft, seats }, { ...more, levels }).seats).toEqual([
    { kind: "person", name: "Ann" },
    { kind: "person", name: "Player 2" },
    { kind: "bot", level: "steady" },
    { kind: "bot", level: "wild" },
  ]);
});

test("nobody sits there twice as long as there are others", () => {
  const bot = { kind: "bot" as const, name: "" };
  const bots = ["a", "b", "c"];
  const person = { kind: "person" as const, name: "Ann" };
  expect(levelsOf([person, bot, bot, bot], bots, "b")).toEqual([null, "b", "a", "c"]);
  expect(levelsOf([bot, { ...bot, level: "b" }, bot], bots, "b")).toEqual(["a", "b", "c"]);
  expect(levelsOf([bot, bot, bot, bot], bots, "a")).toEqual(["a", "b", "c", "a"]);
  const taken = bots.map((level) => ({ ...bot, level }));
  expect(levelsOf([...taken, bot], bots, "c")).toEqual(["a", "b", "c", "c"]);
  expect(levelsOf([bot], [], null)).toEqual([null]);
});

test("supplies are hidden only where that may be chosen", () => {
  const draft = { ...firstDraft("hotseat", "", NO_HOUSE_RULES, []), hidden: true };
  expect(wishOf(draft, more).options).toEqual({ supply: "hidden" });
  const fixed = { ...EDITION, options: [{ name: "supply", values: ["open"], in_no_booklet: [] }] };
  expect(mayHide(fixed)).toBe(false);
  expect(wishOf(draft, { ...more, edition: fixed }).options).toEqual({});
  expect(wishOf(draft, { ...more, edition: null }).options).toEqual({});
});

test("house rules and agreed elements go along; nothing agreed is nothing", () => {
  const rules = { preset: "fr", changed: { collecting: "optional" } };
  const draft = {
    ...firstDraft("invite", "", NO_HOUSE_RULES, ["fire", "air"]),
    rules,
    public: true,
  };
  expect(wishOf(draft, more)).toMatchObject({
    preset: "fr",
    options: { collecting: "optional" },
    elements: ["fire", "air"],
    public: true,
  });
  expect(wishOf(firstDraft("invite", "", NO_HOUSE_RULES, []), more)).toMatchObject({
    preset: null,
    elements: null,
  });
});

test("the rules page is told what will be played", () => {
  const draft = { ...firstDraft("hotseat", "Ann", NO_HOUSE_RULES, ["fire", "air"]), hidden: true };
  expect(playedOf(draft, EDITION)).toEqual({
    preset: "",
    options: { supply: "hidden" },
    elements: ["fire", "air"],
  });
  expect(playedOf({ ...draft, elements: [] }, null)).toEqual({
    preset: "",
    options: {},
    elements: null,
  });
});

test("nobody plays on the screen of a party, and two have to be able to come", () => {
  const draft = firstDraft("party", "Ann", NO_HOUSE_RULES, []);
  expect(draft.seats.map((seat) => seat.kind)).toEqual(Array(5).fill("open"));
  expect(isOpenEnough(draft)).toBe(true);
  const alone = [emptySeat("party"), { kind: "bot" as const, name: "" }];
  expect(isOpenEnough({ ...draft, seats: alone })).toBe(false);
  expect(isOpenEnough(firstDraft("invite", "Ann", NO_HOUSE_RULES, []))).toBe(true);
});
