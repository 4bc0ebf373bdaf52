/** What a list of games adds up to: wins, luck over time, best throws, achievements. Pure. */

import { familyOf } from "../game/editions";
import { NULL_SHARE } from "../game/review";
import type { KeptThrow, Opponent, PlayedGame } from "./played";
import type { SharedGame } from "./shared";

export interface Score {
  readonly games: number;
  readonly won: number;
}

export function scoreOf(games: readonly { readonly won: boolean }[]): Score {
  return { games: games.length, won: games.filter((game) => game.won).length };
}

export function byEdition(games: readonly PlayedGame[]): [edition: string, score: Score][] {
  return grouped(games, (game) => [game.edition]);
}

/** Each opponent once a game, those met most often first. */
export function byOpponent(games: readonly PlayedGame[]): [opponent: Opponent, score: Score][] {
  const keys = (game: PlayedGame) => [
    ...new Set(game.opponents.map(({ kind, name }) => `${kind} ${name}`)),
  ];
  return grouped(games, keys).map(([key, score]) => {
    const [kind = "", ...name] = key.split(" ");
    return [{ kind: kind === "bot" ? "bot" : "person", name: name.join(" ") }, score];
  });
}

/** The score under each key, the commonest first. */
function grouped<Game extends { readonly won: boolean }>(
  games: readonly Game[],
  keysOf: (game: Game) => readonly string[],
): [string, Score][] {
  const groups = new Map<string, Game[]>();
  for (const game of games)
    for (const key of keysOf(game)) groups.set(key, [...(groups.get(key) ?? []), game]);
  return [...groups]
    .map(([key, all]): [string, Score] => [key, scoreOf(all)])
    .sort((a, b) => b[1].games - a[1].games);
}

/** After each game: the dice that luck has given so far, and how far it usually strays. */
export interface LuckPoint {
  /** Fewer dice lost to the null side than expected, over all games up to here. */
  readonly dice: number;
  /** One standard deviation of that, for honest dice. */
  readonly spread: number;
}

export function luckOverTime(games: readonly PlayedGame[]): LuckPoint[] {
  let dice = 0;
  let thrown = 0;
  return games.map((game) => {
    thrown += game.thrown;
    dice += game.thrown * NULL_SHARE - game.lost;
    return { dice, spread: Math.sqrt(thrown * NULL_SHARE * (1 - NULL_SHARE)) };
  });
}

/** A great take to see again. */
interface BestThrow extends KeptThrow {
  readonly game: string;
  readonly edition: string;
  readonly when: number;
  /** Whose it was, where several played on this device. */
  readonly name?: string;
}

/** The greatest takes, greatest first, newer ones before older ones. */
export function bestThrows(games: readonly (PlayedGame | SharedGame)[], most: number): BestThrow[] {
  return games
    .flatMap(({ game, edition, when, best }) => (best ? [{ game, edition, when, ...best }] : []))
    .sort((a, b) => b.dice - a.dice || b.when - a.when)
    .slice(0, most);
}

export const ACHIEVEMENTS = [
  "win",
  "ten",
  "boxes",
  "crowd",
  "master",
  "five",
  "clean",
  "unlucky",
] as const;
export type Achievement = (typeof ACHIEVEMENTS)[number];

const MANY_GAMES = 10;
const GREAT_TAKE = 5;
const WHOLE_CROWD = 4;
const HARDEST = "master";
/** Standard deviations of bad luck. */
const UNLUCKY = -1;

/** The game in which each was earned; none is given for anything but what happened. */
export function earned(games: readonly PlayedGame[]): ReadonlyMap<Achievement, PlayedGame> {
  const found = new Map<Achievement, PlayedGame>();
  const boxes = new Set<string>();
  games.forEach((game, i) => {
    if (game.won) boxes.add(familyOf(game.edition));
    const now: Record<Achievement, boolean> = {
      win: game.won,
      ten: i + 1 === MANY_GAMES,
      boxes: boxes.size === 3,
      crowd: game.won && game.opponents.length >= WHOLE_CROWD,
      master: game.won && game.opponents.some((one) => one.kind === "bot" && one.name === HARDEST),
      five: (game.best?.dice ?? 0) >= GREAT_TAKE,
      clean: game.won && game.thrown > 0 && game.lost === 0,
      unlucky: game.won && luckIn(game) <= UNLUCKY,
    };
    for (const name of ACHIEVEMENTS) if (now[name] && !found.has(name)) found.set(name, game);
  });
  return found;
}

function luckIn(game: PlayedGame): number {
  const [point] = luckOverTime([game]);
  return point && point.spread > 0 ? point.dice / point.spread : 0;
}
