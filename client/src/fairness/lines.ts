/** Lines of a game's transcript as this device reads them: only what it checks, and in what shape. */

import { isLink } from "./chain";
import { type LaidDie, laidDice } from "./dice";
import type { Links } from "./seed";

export type AimValues = Readonly<Record<string, number>>;

/** A hand inside a line. */
export interface FixedHand {
  readonly player: number;
  readonly unit: string;
  readonly aim: AimValues;
  readonly by?: string;
}

export interface GameLine {
  readonly type: "game";
  readonly table: string;
  readonly game: string;
  /** The table's seat of each player. */
  readonly seats: readonly number[];
  /** What throws: the physics of a machine, or ideal dice. */
  readonly dice: string;
  readonly server: string;
  readonly devices?: readonly { readonly seats: readonly number[]; readonly tip: string }[];
}

export interface JoinLine {
  readonly type: "join";
  readonly device: number;
  readonly seats: readonly number[];
  readonly tip: string;
}

export interface FixedLine {
  readonly type: "fixed";
  readonly throw: number;
  readonly attempt: number;
  readonly hands: readonly FixedHand[];
  readonly devices: readonly number[];
  /** What throws, where the table has moved to another machine. */
  readonly dice?: string;
}

export interface LateLine {
  readonly type: "late";
  readonly throw: number;
  readonly attempt: number;
  readonly devices: readonly number[];
}

/** What was thrown lies, or the tower that chance built stands: with the links of all. */
export interface LinksLine {
  readonly type: "land" | "tower";
  readonly throw: number | null;
  readonly links: Links;
  /** Where the dice of a throw came to rest. */
  readonly atRest: readonly LaidDie[];
  /** What threw, where the game's own dice could not. */
  readonly dice?: string | undefined;
}

export type Line =
  | GameLine
  | JoinLine
  | FixedLine
  | LateLine
  | LinksLine
  | { readonly type: "renewed"; readonly tip: string }
  | { readonly type: "move" };

const MOVES = new Set(["push", "column"]);

type Values = Readonly<Record<string, unknown>>;

/** A line read; null where it is none that can stand in a game of this version. */
export function readLine(text: string): Line | null {
  const values = parsed(text);
  switch (values?.type) {
    case "game":
      return isGame(values) ? (values as unknown as GameLine) : null;
    case "join":
      return isNumber(values.device) && isNumbers(values.seats) && isLink(values.tip)
        ? (values as unknown as JoinLine)
        : null;
    case "renewed":
      return isLink(values.tip) ? { type: "renewed", tip: values.tip } : null;
    case "fixed":
      return isThrow(values) &&
        isName(values.dice) &&
        Array.isArray(values.hands) &&
        values.hands.every(isHand)
        ? (values as unknown as FixedLine)
        : null;
    case "late":
      return isThrow(values) ? (values as unknown as LateLine) : null;
    case "land":
      return landing(values);
    case "answered":
      if (isLinks(values.links))
        return { type: "tower", throw: null, links: values.links, atRest: [] };
      return { type: "move" };
    default:
      return MOVES.has(String(values?.type)) ? { type: "move" } : null;
  }
}

function landing(values: Values): LinksLine | null {
  const atRest = laidDice(values.at_rest);
  const { throw: number, links, dice } = values;
  return isNumber(number) && isLinks(links) && atRest && isName(dice)
    ? { type: "land", throw: number, links, atRest, dice }
    : null;
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

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(isNumber);
}

function isName(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isGame(values: Values): boolean {
  const { table, game, seats, dice, server, devices = [] } = values;
  return (
    typeof table === "string" &&
    typeof game === "string" &&
    isNumbers(seats) &&
    typeof dice === "string" &&
    isLink(server) &&
    Array.isArray(devices) &&
    devices.every((one: unknown) => isObject(one) && isNumbers(one.seats) && isLink(one.tip))
  );
}

function isThrow(values: Values): boolean {
  return isNumber(values.throw) && isNumber(values.attempt) && isNumbers(values.devices);
}

function isHand(value: unknown): boolean {
  return (
    isObject(value) &&
    isNumber(value.player) &&
    typeof value.unit === "string" &&
    isObject(value.aim) &&
    Object.values(value.aim).every((one) => typeof one === "number")
  );
}

function isLinks(value: unknown): value is Links {
  return (
    isObject(value) &&
    isLink(value.server) &&
    Array.isArray(value.devices) &&
    value.devices.every(isLink)
  );
}
