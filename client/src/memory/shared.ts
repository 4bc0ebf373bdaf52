/** A finished game of several people, wherever they sit, and the tally of those who play together. Pure. */

import { resultOf } from "../game/ranking";
import { ownSeats, type TableState } from "../game/table";
import {
  type Checked,
  isBoolean,
  isNumber,
  isText,
  listOf,
  maybe,
  orNull,
  shapeOf,
} from "../shapes";
import { bestThrow, ENDED, KEPT_THROW } from "./played";

export const isSharedGame = shapeOf({
  ...ENDED,
  /** The people who played it, best first; computers are not among them. */
  people: listOf(
    shapeOf({
      name: isText,
      won: isBoolean,
      place: isNumber,
      /** Whether they played at this device. */
      here: maybe(isBoolean),
    }),
  ),
  /** The greatest take of any of them, with whose it was. */
  best: orNull(shapeOf({ ...KEPT_THROW, name: isText })),
});
export type SharedGame = Checked<typeof isSharedGame>;

/**
 * The game that is over; null where fewer than two people played it, or it was only watched. The
 * screen of a party has no seat and counts all the same: it `shows` the game to those who play.
 */
export function sharedGame(state: TableState, when: number, shows: boolean): SharedGame | null {
  const { code, game, info } = state;
  if (code === null || !game || !info || game.awaited.kind !== "over") return null;
  const seats = peopleAt(state);
  if (seats.length < 2) return null;
  const own = ownSeats(state);
  if (!shows && !own.some((seat) => seats.includes(seat))) return null;
  const { places, winners } = resultOf(game, null);
  const name = (seat: number) => state.seats[seat]?.name ?? "";
  const best = bestThrow(state, seats);
  return {
    game: game.game,
    edition: info.edition,
    when,
    people: places
      .filter(({ seat }) => seats.includes(seat))
      .map(({ seat, place }) => ({
        name: name(seat),
        won: winners.includes(seat),
        place,
        here: own.includes(seat),
      })),
    best: best && { number: best.number, dice: best.dice, name: name(best.seat) },
  };
}

/** The seats of people in the game. */
function peopleAt({ game, seats }: TableState): number[] {
  const players = game?.seats ?? [];
  return players.filter((seat) => seats[seat]?.kind === "person");
}

/** How it stands between people who play together: over rematches, boxes, tables and nights. */
export interface Tally {
  /** Whoever won most first. */
  readonly people: readonly {
    readonly name: string;
    readonly wins: number;
    /** Whether they last played at this device. */
    readonly here: boolean;
  }[];
  readonly games: number;
  /** When they last played. */
  readonly when: number;
}

/** The tallies of all who ever played together, those who played last first. */
export function tallies(games: readonly SharedGame[]): Tally[] {
  const circles = new Map<string, SharedGame[]>();
  for (const game of games) {
    const circle = circleOf(game.people.map((one) => one.name));
    circles.set(circle, [...(circles.get(circle) ?? []), game]);
  }
  return [...circles.values()].flatMap((all) => tallyOf(all) ?? []).sort((a, b) => b.when - a.when);
}

/** The tally of these people, and of nobody else. */
export function tallyAmong(games: readonly SharedGame[], names: readonly string[]): Tally | null {
  return tallyOf(games.filter((game) => isOf(game, names)));
}

/** Whether these people played it, and nobody else. */
export function isOf({ people }: SharedGame, names: readonly string[]): boolean {
  return circleOf(people.map((one) => one.name)) === circleOf(names);
}

/** The same for the same people, in whatever order they sit. */
function circleOf(names: readonly string[]): string {
  return JSON.stringify([...names].sort());
}

export function tallyOf(games: readonly SharedGame[]): Tally | null {
  const last = games.at(-1);
  if (!last) return null;
  const wins = (name: string) =>
    games.filter(({ people }) => people.some((one) => one.won && one.name === name)).length;
  return {
    people: last.people
      .map(({ name, here = true }) => ({ name, wins: wins(name), here }))
      .sort((a, b) => b.wins - a.wins || a.name.localeCompare(b.name)),
    games: games.length,
    when: last.when,
  };
}

/** Who of these people wears the crown: whoever leads the tally alone, until somebody else does. */
export function crownOf(games: readonly SharedGame[], names: readonly string[]): string | null {
  const wins = new Map<string, number>();
  let crowned: string | null = null;
  for (const { people } of games.filter((game) => isOf(game, names))) {
    for (const { name, won } of people) if (won) wins.set(name, (wins.get(name) ?? 0) + 1);
    const most = Math.max(...wins.values());
    const [leader, another] = names.filter((name) => wins.get(name) === most);
    if (leader !== undefined && another === undefined) crowned = leader;
  }
  return crowned;
}

/** Longer pauses between games end an evening, ms. */
const PAUSE = 4 * 3_600_000;

/** The games of these people this evening, the last one last. */
export function eveningOf(
  games: readonly SharedGame[],
  names: readonly string[],
  now: number,
): readonly SharedGame[] {
  const all = games.filter((game) => isOf(game, names));
  const ends = [...all.map((game) => game.when), now];
  const last = all.findLastIndex((_, i) => (ends[i + 1] ?? 0) - (ends[i] ?? 0) > PAUSE);
  return all.slice(last + 1);
}
