/** The games this device remembers, in the browser's storage; nothing of it leaves the device. */

import { effect, untracked } from "@preact/signals";
import type { TableState } from "../game/table";
import { isBoolean, remembered, sharedBetweenTabs } from "../settings";
import type { PageState } from "../state";
import { type PlayedGame, playedGame } from "./played";
import { type SharedGame, sharedGame } from "./shared";

/** About 300 bytes each. */
const MOST_GAMES = 1000;

function isEnded(value: unknown): value is Partial<PlayedGame & SharedGame> {
  const game = value as Partial<PlayedGame> | null;
  return (
    typeof game === "object" &&
    game !== null &&
    typeof game.game === "string" &&
    typeof game.edition === "string" &&
    typeof game.when === "number"
  );
}

function isGame(value: unknown): value is PlayedGame {
  return (
    isEnded(value) &&
    typeof value.won === "boolean" &&
    typeof value.thrown === "number" &&
    typeof value.lost === "number" &&
    Array.isArray(value.opponents)
  );
}

function isShared(value: unknown): value is SharedGame {
  return isEnded(value) && Array.isArray(value.people);
}

function areGames(value: unknown): value is readonly PlayedGame[] {
  return Array.isArray(value) && value.every(isGame);
}

function areShared(value: unknown): value is readonly SharedGame[] {
  return Array.isArray(value) && value.every(isShared);
}

/** Oldest first. */
export const games = remembered<readonly PlayedGame[]>("memory", [], areGames);
/** Those of several people on this device, oldest first. */
export const sharedGames = remembered<readonly SharedGame[]>("memory.shared", [], areShared);
/** Whether games are remembered at all. */
export const remembering = remembered<boolean>("remembering", true, isBoolean);

export function keep(state: TableState, now: number): void {
  if (!remembering.value) return;
  games.value = withGame(games.value, playedGame(state, now));
  sharedGames.value = withGame(sharedGames.value, sharedGame(state, now));
}

/** The same list with one more game; the list itself where there is none, or it is known. */
function withGame<Game extends { readonly game: string }>(
  list: readonly Game[],
  game: Game | null,
): readonly Game[] {
  if (!game || list.some((known) => known.game === game.game)) return list;
  return [...list, game].slice(-MOST_GAMES);
}

export function forget(): void {
  games.value = [];
  sharedGames.value = [];
}

/** Everything as text that other programs can read. */
export function exported(): string {
  const all = { kessel: "games", version: 1, games: games.value, shared: sharedGames.value };
  return `${JSON.stringify(all, null, 1)}\n`;
}

/** Remembers every game that ends at a table of this page, on a server or in the page. */
export function watchGames(page: Window, { table }: PageState): void {
  sharedBetweenTabs(page, "memory", games, areGames);
  sharedBetweenTabs(page, "memory.shared", sharedGames, areShared);
  effect(() => {
    const state = table.value;
    untracked(() => keep(state, Date.now()));
  });
}
