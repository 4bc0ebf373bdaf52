/**
 * All that this device remembers, in one place: each drawer with its shape and its limit, exported
 * and deleted together. Nothing of it leaves the device.
 */

import { effect, untracked } from "@preact/signals";
import type { TableState } from "../game/table";
import { route } from "../route";
import { remembered, type Setting } from "../settings";
import { type Check, isBoolean, listOf } from "../shapes";
import type { PageState } from "../state";
import { type DayThrow, isDayThrow, withDay } from "./days";
import { AT_THE_FOOT, climbed, isLadder } from "./ladder";
import { isPlayedGame, playedGame } from "./played";
import { isWearing, PLAIN } from "./rewards";
import { isOf, isSharedGame, sharedGame, type Tally } from "./shared";

/** About 300 bytes each. */
const MOST_GAMES = 1000;
/** About 250 bytes each: two years. */
const MOST_DAYS = 732;

/** Raised when what lies in a drawer changes its shape; what another version kept is dropped. */
export const VERSION = 1;

/** What is remembered under a name, which is also that of its export. */
interface Drawer<T> extends Setting<T> {
  readonly name: string;
  readonly start: T;
}

function drawer<T>(name: string, start: T, valid: Check<T>): Drawer<T> {
  return Object.assign(remembered(`memory.${name}`, start, valid, VERSION), { name, start });
}

/** Own ones, oldest first. */
export const games = drawer("games", [], listOf(isPlayedGame, MOST_GAMES));
/** Those of several people, oldest first. */
export const sharedGames = drawer("shared", [], listOf(isSharedGame, MOST_GAMES));
/** Throws of the day, oldest first. */
export const days = drawer("days", [], listOf(isDayThrow, MOST_DAYS));
/** How far up the ladder one is. */
export const ladder = drawer("ladder", AT_THE_FOOT, isLadder);
/** Which of the dice and mats one has earned everybody sees. */
export const wearing = drawer("wearing", PLAIN, isWearing);

const SHELF: readonly Drawer<unknown>[] = [games, sharedGames, ladder, days, wearing];

/** Whether games are remembered at all. */
export const remembering = remembered<boolean>("remembering", true, isBoolean);

/** Keeps a game that is over; `shows`: for the room that looks at this page, too. */
export function keep(state: TableState, now: number, shows = false): void {
  if (!remembering.value) return;
  const before = games.value;
  games.value = withGame(before, playedGame(state, now));
  const last = games.value.at(-1);
  if (games.value !== before && last) ladder.value = climbed(ladder.value, last);
  sharedGames.value = withGame(sharedGames.value, sharedGame(state, now, shows));
}

/** The same list with one more game; the list itself where there is none, or it is known. */
function withGame<Game extends { readonly game: string }>(
  list: readonly Game[],
  game: Game | null,
): readonly Game[] {
  if (!game || list.some((known) => known.game === game.game)) return list;
  return [...list, game].slice(-MOST_GAMES);
}

/** Forgets the games of these people, and with them how it stands. */
export function forgetTally(tally: Tally): void {
  const names = tally.people.map((one) => one.name);
  sharedGames.value = sharedGames.value.filter((game) => !isOf(game, names));
}

/** Keeps the first throw of a day, whether games are remembered or not: any other is practice. */
export function keepDay(thrown: DayThrow): void {
  days.value = withDay(days.value, thrown).slice(-MOST_DAYS);
}

export function isForgotten(): boolean {
  return SHELF.every(({ value, start }) => JSON.stringify(value) === JSON.stringify(start));
}

export function forget(): void {
  for (const one of SHELF) one.value = one.start;
}

/** Everything as text that other programs can read. */
export function exported(): string {
  const all = SHELF.map(({ name, value }) => [name, value]);
  const file = { kessel: "memory", version: VERSION, ...Object.fromEntries(all) };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Remembers every game that ends at a table of this page, on a server or in the page. */
export function watchGames(page: Window, { table, rehearsing }: PageState): void {
  for (const one of SHELF) one.follow(page);
  effect(() => {
    const state = table.value;
    if (rehearsing.peek()) return;
    untracked(() => keep(state, Date.now(), route.value.at === "screen"));
  });
}
