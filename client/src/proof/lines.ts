/** Lines of a game's transcript as this device reads them: only what it checks, and in what shape. */

import { isLink } from "../fairness/chain";
import { isPublicKey, isSignature } from "../fairness/keys";
import type { ShownLinks } from "../fairness/seed";
import type { Pushed } from "../fairness/signed";
import type { AimValues } from "./aim";
import { type LaidDie, laidDice } from "./dice";

export type ActedBy = "person" | "bot" | "table";

/** Somebody who plays: a person, with the key of their device if they have one, or a bot. */
export interface LinePlayer {
  readonly seat: number;
  readonly name: string;
  readonly key?: string;
  readonly bot?: string;
}

/** A hand inside a line. */
export interface FixedHand {
  readonly player: number;
  readonly unit: string;
  readonly aim: AimValues;
  readonly by?: ActedBy;
  readonly sign?: string;
}

export interface GameLine {
  readonly type: "game";
  readonly table: string;
  readonly game: string;
  /** Which game of its table. */
  readonly number: number;
  readonly edition: string;
  readonly options: Readonly<Record<string, string | boolean>>;
  /** In order of play; which of them begins. */
  readonly players: readonly LinePlayer[];
  readonly first: number;
  readonly clock?: string;
  /** What throws: the physics of a machine, or ideal dice. */
  readonly dice: string;
  readonly elements?: readonly string[];
  readonly server: string;
  readonly devices?: readonly { readonly seats: readonly number[]; readonly tip: string }[];
}

export interface JoinLine {
  readonly type: "join";
  readonly device: number;
  readonly seats: readonly number[];
  readonly tip: string;
  readonly sign?: string;
}

/** Devices that show no more links: by their own word, or since they were not heard. */
export interface AwayLine {
  readonly type: "away";
  readonly devices: readonly number[];
  readonly signs: readonly string[];
}

export interface FixedLine {
  readonly type: "fixed";
  readonly throw: number;
  readonly attempt: number;
  readonly hands: readonly FixedHand[];
  readonly devices: readonly number[];
  /** What throws, if the table has moved to another machine. */
  readonly dice?: string;
}

export interface LateLine {
  readonly type: "late";
  readonly throw: number;
  readonly attempt: number;
  readonly devices: readonly number[];
}

export interface Links extends ShownLinks {
  readonly signs: readonly string[];
}

export interface LandLine {
  readonly type: "land";
  readonly throw: number;
  readonly links: Links;
  /** Where the dice of a throw came to rest. */
  readonly atRest: readonly LaidDie[];
  /** What threw, if the game's own dice could not. */
  readonly dice?: string | undefined;
}

export interface AnsweredLine {
  readonly type: "answered";
  readonly player: number;
  readonly move: string;
  readonly dice?: readonly number[];
  readonly by?: ActedBy;
  readonly sign?: string;
  /** If chance built the tower. */
  readonly links?: Links;
}

export interface PushLine {
  readonly type: "push";
  readonly player: number;
  readonly dice: readonly Pushed[];
  readonly sign?: string;
  /** Who agreed, if all had to. */
  readonly agreed?: readonly (readonly [player: number, sign: string])[];
}

/** A bot plays on for a person; for good if the person says so. */
export interface BotLine {
  readonly type: "bot";
  readonly player: number;
  readonly for_good?: boolean;
  readonly sign?: string;
}

export type Line =
  | GameLine
  | JoinLine
  | AwayLine
  | FixedLine
  | LateLine
  | LandLine
  | AnsweredLine
  | PushLine
  | BotLine
  | { readonly type: "back"; readonly player: number }
  | { readonly type: "renewed"; readonly tip: string }
  | { readonly type: "column" };

/** What a number in a line can be (`table/log.py`). */
const MOST = 2 ** 31 - 1;

type Values = Readonly<Record<string, unknown>>;
type Kind = Line["type"];

/** A line read; null if it is none that can stand in a game. */
export function readLine(text: string): Line | null {
  const values = parsed(text);
  if (!values || !isKind(values.type) || !SHAPES[values.type](values)) return null;
  if (values.type !== "land") return values as unknown as Line;
  const { throw: number, links, dice, at_rest } = values;
  return { type: "land", throw: number, links, dice, atRest: laidDice(at_rest) } as LandLine;
}

/** Whether a line has the shape of its kind. */
const SHAPES: Readonly<Record<Kind, (values: Values) => boolean>> = {
  game: isGame,
  join: ({ device, seats, tip, sign }) =>
    isNumber(device) && isNumbers(seats) && isLink(tip) && isMaybe(sign, isSignature),
  away: ({ devices, signs }) =>
    isNumbers(devices) && isListOf(signs, isSignOrNone) && signs.length === devices.length,
  fixed: (values) =>
    isThrow(values) && isMaybe(values.dice, isText) && isListOf(values.hands, isHand),
  late: isThrow,
  land: (values) =>
    isNumber(values.throw) &&
    isLinks(values.links) &&
    isMaybe(values.dice, isText) &&
    laidDice(values.at_rest) !== null,
  answered: ({ player, move, dice, by, sign, links }) =>
    isNumber(player) &&
    isText(move) &&
    isMaybe(dice, isNumbers) &&
    isMaybe(by, isActor) &&
    isMaybe(sign, isSignature) &&
    isMaybe(links, isLinks),
  push: ({ player, dice, sign, agreed }) =>
    isNumber(player) &&
    isListOf(dice, isPushed) &&
    isMaybe(sign, isSignature) &&
    isMaybe(agreed, (all): all is unknown => isListOf(all, isConsent)),
  bot: ({ player, for_good, sign }) =>
    isNumber(player) && isMaybe(for_good, isBoolean) && isMaybe(sign, isSignature),
  back: ({ player }) => isNumber(player),
  renewed: ({ tip }) => isLink(tip),
  column: () => true,
};

function isKind(value: unknown): value is Kind {
  return typeof value === "string" && Object.hasOwn(SHAPES, value);
}

function parsed(text: string): Values | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMaybe<T>(value: unknown, is: (value: unknown) => value is T): value is T | undefined {
  return value === undefined || is(value);
}

function isListOf<T>(value: unknown, is: (value: unknown) => value is T): value is T[] {
  return Array.isArray(value) && value.every(is);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST;
}

function isNumbers(value: unknown): value is number[] {
  return isListOf(value, isNumber);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** A table's name or a game's. */
function isCode(value: unknown): value is string {
  return isText(value) && value.length <= 64;
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

function isReal(value: unknown): value is number {
  return typeof value === "number";
}

function isSignOrNone(value: unknown): value is string {
  return value === "" || isSignature(value);
}

function isActor(value: unknown): value is ActedBy {
  return value === "person" || value === "bot" || value === "table";
}

function isGame(values: Values): boolean {
  const { table, game, number, edition, options, players, first, clock, dice, elements } = values;
  return (
    [table, game].every(isCode) &&
    [edition, dice].every(isText) &&
    isMaybe(clock, isText) &&
    [number, first].every(isNumber) &&
    isObject(options) &&
    isListOf(players, isPlayer) &&
    isMaybe(elements, (all): all is unknown => isListOf(all, isText)) &&
    isLink(values.server) &&
    isMaybe(values.devices, (all): all is unknown => isListOf(all, isDevice))
  );
}

function isPlayer(value: unknown): value is LinePlayer {
  if (!isObject(value)) return false;
  const { seat, name, key, bot } = value;
  const isOne = key === undefined || bot === undefined;
  return (
    isNumber(seat) && isText(name) && isOne && isMaybe(key, isPublicKey) && isMaybe(bot, isText)
  );
}

function isDevice(value: unknown): value is unknown {
  return isObject(value) && isNumbers(value.seats) && isLink(value.tip);
}

function isThrow(values: Values): boolean {
  return isNumber(values.throw) && isNumber(values.attempt) && isNumbers(values.devices);
}

function isHand(value: unknown): value is FixedHand {
  return (
    isObject(value) &&
    isNumber(value.player) &&
    isText(value.unit) &&
    isObject(value.aim) &&
    Object.values(value.aim).every(isReal) &&
    isMaybe(value.by, isActor) &&
    isMaybe(value.sign, isSignature)
  );
}

function isPushed(value: unknown): value is Pushed {
  return Array.isArray(value) && value.length === 3 && isNumber(value[0]) && value.every(isReal);
}

function isConsent(value: unknown): value is [number, string] {
  return Array.isArray(value) && isNumber(value[0]) && isSignOrNone(value[1]);
}

function isLinks(value: unknown): value is Links {
  return (
    isObject(value) &&
    isLink(value.server) &&
    isListOf(value.devices, isLink) &&
    isListOf(value.signs, isSignOrNone)
  );
}
