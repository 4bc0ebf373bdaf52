/** The games this device remembers, in the browser's storage; nothing of it leaves the device. */

import { effect, untracked } from "@preact/signals";
import type { TableState } from "../game/table";
import { isBoolean, remembered, sharedBetweenTabs } from "../settings";
import { table } from "../store";
import { type PlayedGame, playedGame } from "./played";

/** About 300 bytes each. */
const MOST_GAMES = 1000;

function isGame(value: unknown): value is PlayedGame {
  const game = value as Partial<PlayedGame> | null;
  return (
    typeof game === "object" &&
    game !== null &&
    typeof game.game === "string" &&
    typeof game.edition === "string" &&
    typeof game.when === "number" &&
    typeof game.won === "boolean" &&
    typeof game.thrown === "number" &&
    typeof game.lost === "number" &&
    Array.isArray(game.opponents)
  );
}

function areGames(value: unknown): value is readonly PlayedGame[] {
  return Array.isArray(value) && value.every(isGame);
}

/** Oldest first. */
export const games = remembered<readonly PlayedGame[]>("memory", [], areGames);
/** Whether games are remembered at all. */
export const remembering = remembered<boolean>("remembering", true, isBoolean);

export function keep(state: TableState, now: number): void {
  const game = remembering.value ? playedGame(state, now) : null;
  if (!game || games.value.some((known) => known.game === game.game)) return;
  games.value = [...games.value, game].slice(-MOST_GAMES);
}

export function forget(): void {
  games.value = [];
}

/** Everything as text that other programs can read. */
export function exported(): string {
  return `${JSON.stringify({ kessel: "games", version: 1, games: games.value }, null, 1)}\n`;
}

/** Remembers every game that ends at a table of this page, on a server or in the page. */
export function watchGames(page: Window): void {
  sharedBetweenTabs(page, "memory", games, areGames);
  effect(() => {
    const state = table.value;
    untracked(() => keep(state, Date.now()));
  });
}
