/** A game begins as it was agreed, or something is wrong: every difference is found. */

import { describe, expect, test } from "vitest";
import { fingerprint } from "../../src/fairness/keys";
import type { LineOf } from "../../src/proof/lines";
import { readLine } from "../../src/proof/lines";
import { isAsAgreed, type Own, type Shown, shownBy } from "../../src/proof/lineup";
import { playersOf } from "../../src/proof/players";
import { DICE } from "../../src/protocol";
import { gameView, seatView, snapshot, throwBy } from "../game/views";
import { OUR_KEY, Server, STRANGER, THEIR_KEY } from "./server";

const OPTIONS = { premove: "free", rim_is_out: false };
const seats = [
  seatView(0, { name: "Ann" }),
  seatView(1, { kind: "open", name: "" }),
  seatView(2, { name: "Ben", yours: false }),
];
const shown = shownBy(
  null,
  snapshot(gameView(throwBy(0)), { seats, edition: "strike-2020", options: OPTIONS }),
) as Shown;
const own: Own = { key: OUR_KEY.public, seats: [0], host: null, before: [] };

function line(more: object = {}): LineOf<"game"> {
  return readLine(new Server([], { options: OPTIONS, ...more }).lines[0] ?? "") as LineOf<"game">;
}

function players(more: object = {}, other: object = {}): object {
  return {
    players: [
      { seat: 0, name: "Ann", key: OUR_KEY.public, ...more },
      { seat: 2, name: "Ben", key: THEIR_KEY.public, ...other },
    ],
  };
}

test("the game that was shown", () => {
  expect(isAsAgreed(line(), shown, own)).toBe(true);
  expect(
    isAsAgreed(
      line({ elements: ["fire", "water"] }),
      { ...shown, elements: ["water", "fire"] },
      own,
    ),
  ).toBe(true);
});

test.each<[string, object]>([
  ["another edition", { edition: "strike-2012" }],
  ["another option", { options: { ...OPTIONS, premove: "none" } }],
  ["an option more", { options: { ...OPTIONS, supply: "hidden" } }],
  ["an option less", { options: { premove: "free" } }],
  ["a clock", { clock: "fast" }],
  ["names exchanged", players({ name: "Ben" }, { name: "Ann" })],
  ["a bot instead of a person", players({}, { key: undefined, bot: "master" })],
  ["somebody missing", { players: [{ seat: 0, name: "Ann", key: OUR_KEY.public }] }],
  ["another key at our seat", players({ key: STRANGER.public })],
  ["no key at our seat", players({ key: undefined })],
  ["somebody else begins", { first: 1 }],
  [
    "another order of play",
    { players: [...(players() as { players: object[] }).players].reverse() },
  ],
  ["a second game before the first", { number: 2, first: 1 }],
  ["a game before the first", { number: 0, first: 1 }],
])("%s is found", (_, more) => {
  expect(isAsAgreed(line(more), shown, own)).toBe(false);
});

test("whoever begins is one further in each game", () => {
  const after = { ...own, before: playersOf(line().players) };
  expect(isAsAgreed(line({ number: 2, first: 1 }), shown, after)).toBe(true);
  expect(isAsAgreed(line({ number: 2, first: 0 }), shown, after)).toBe(false);
  expect(isAsAgreed(line({ number: 3, first: 0 }), { ...shown, stage: "over" }, own)).toBe(true);
});

test("in a tournament after each game that counts, and afresh after the last", () => {
  const score = { games: 2, played: 1, starters: [], points: [], winners: null, playoff: null };
  const after = (more: object) => ({ ...shown, tournament: { ...score, ...more } });
  const before = playersOf(line().players);
  const begins = (first: number, more: object = {}) =>
    isAsAgreed(line({ number: 4, first }), after(more), { ...own, before });
  expect([begins(1), begins(0)]).toEqual([true, false]);
  expect([begins(1, { played: 2 }), begins(0, { played: 2 })]).toEqual([false, true]);
  expect([begins(1, { winners: [0] }), begins(0, { winners: [0] })]).toEqual([false, true]);
});

test("a seat that was shown open may have gone to anybody, or to nobody", () => {
  const more = { seat: 1, name: "Cy", key: STRANGER.public };
  const [ann, ben] = (players() as { players: object[] }).players;
  const all = [ann, more, ben];
  expect(isAsAgreed(line({ players: all }), shown, own)).toBe(true);
});

test("a bot plays as strong as it was shown", () => {
  const bots = [seats[0], seatView(2, { name: "Bo", kind: "bot", level: "rule", yours: false })];
  const agreed = { ...shown, seats: bots as Shown["seats"] };
  const bot = (level: string) => line(players({}, { name: "Bo", key: undefined, bot: level }));
  expect(isAsAgreed(bot("rule"), agreed, own)).toBe(true);
  expect(isAsAgreed(bot("master"), agreed, own)).toBe(false);
});

test("ideal dice were asked for; physics may be thrown by any known dice", () => {
  expect(isAsAgreed(line({ dice: DICE.ideal }), { ...shown, dice: "ideal" }, own)).toBe(true);
  expect(isAsAgreed(line(), { ...shown, dice: "ideal" }, own)).toBe(false);
  expect(isAsAgreed(line({ dice: DICE.ideal }), shown, own)).toBe(true);
});

describe("keys", () => {
  test("the host has the one of the invitation, in the first game", () => {
    const invited = { ...own, host: fingerprint(OUR_KEY.public) };
    expect(isAsAgreed(line(), shown, invited)).toBe(true);
    const other = { ...own, host: fingerprint(THEIR_KEY.public) };
    expect(isAsAgreed(line(), shown, other)).toBe(false);
    const later = { ...other, before: playersOf(line().players) };
    expect(isAsAgreed(line({ number: 2, first: 1 }), shown, later)).toBe(true);
  });

  test("a seat keeps its key from game to game, or goes to a bot", () => {
    const before = playersOf(line().players);
    expect(isAsAgreed(line(), null, { ...own, before })).toBe(true);
    const swapped = line(players({}, { key: STRANGER.public }));
    expect(isAsAgreed(swapped, null, { ...own, before })).toBe(false);
    const bot = line(players({}, { key: undefined, bot: "rule" }));
    expect(isAsAgreed(bot, null, { ...own, before })).toBe(true);
  });

  test("in a tournament's playoff some do not play", () => {
    const tournament = {
      games: 2,
      played: 2,
      starters: [],
      points: [],
      winners: null,
      playoff: [2],
    };
    const playoff = line({ players: [{ seat: 2, name: "Ben", key: THEIR_KEY.public }] });
    expect(isAsAgreed(playoff, { ...shown, tournament }, own)).toBe(true);
    const others = { ...tournament, playoff: [0] };
    expect(isAsAgreed(playoff, { ...shown, tournament: others }, own)).toBe(false);
    expect(isAsAgreed(playoff, shown, own)).toBe(false);
  });
});

test("the box of the next game is what was shown, after a game", () => {
  const next = { edition: "impact", preset: null, options: {}, elements: null };
  const after = (stage: "gathering" | "over") =>
    shownBy(null, snapshot(gameView(throwBy(0)), { stage, seats, next }))?.edition;
  expect(after("over")).toBe("impact");
  expect(after("gathering")).toBe("strike-2020");
});

test("seats that change are shown anew", () => {
  const told = {
    type: "seats",
    stage: "gathering",
    host: 0,
    seats: seats.slice(0, 1),
    watchers: 0,
  } as const;
  expect(shownBy(null, told)).toBeNull();
  expect(shownBy(shown, told)?.seats).toEqual(seats.slice(0, 1));
});
