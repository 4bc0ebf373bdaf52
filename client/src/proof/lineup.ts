/** What was agreed before a game, as this page showed it, held against the game's first line. Pure. */

import { fingerprint } from "../fairness/keys";
import type { Seats, Snapshot } from "../protocol";
import { kindOf } from "./kinds";
import type { LineOf, LinePlayer } from "./lines";
import type { PlayerHere } from "./players";

/** A table as it was shown to the person at this device. */
export type Shown = Pick<
  Snapshot,
  "stage" | "edition" | "options" | "elements" | "clock" | "dice" | "seats" | "tournament"
>;

/** Who this device is, and who else is known already. */
export interface Own {
  readonly key: string | null;
  /** The seats that it was given. */
  readonly seats: readonly number[];
  /** The fingerprint in the invitation by which it came. */
  readonly host: string | null;
  /** Who played in the last game at this table. */
  readonly before: readonly PlayerHere[];
}

/** The box of the next game is shown after a game, and nowhere else. */
export function shownBy(known: Shown | null, message: Snapshot | Seats): Shown | null {
  if (message.type === "snapshot")
    return message.stage === "over" ? { ...message, ...message.next } : message;
  return known && { ...known, seats: message.seats };
}

/** Whether a game begins as it was agreed; without anything shown only keys can be compared. */
export function isAsAgreed(line: LineOf<"game">, shown: Shown | null, own: Own): boolean {
  return (
    hasKeys(line, own, shown?.tournament ? "some" : "all") &&
    (shown === null ||
      (hasTerms(line, shown) && hasSeats(line, shown) && hasOrder(line, shown, own)))
  );
}

/** Whoever saw no game at this table plays its first. A game goes round by seats, and whoever begins
 * is one further each time: in a tournament after each game that counts, in its playoff not at all. */
function hasOrder({ number, players, first }: LineOf<"game">, shown: Shown, own: Own): boolean {
  const isFirst = shown.stage !== "over" && !own.before.length;
  if (number < 1 || (isFirst && number > 1)) return false;
  const seats = players.map((one) => one.seat);
  const { winners = null, playoff = null, played = number - 1 } = shown.tournament ?? {};
  const deciding = winners ? null : playoff;
  const begins = winners || deciding ? 0 : played % seats.length;
  return first === begins && String(seats) === String(deciding ?? [...seats].sort((a, b) => a - b));
}

/** Own seats have the own key, the host has the one of the invitation, and a seat keeps its key: it
 * goes to a bot, but never to somebody else. In a tournament's playoff some do not play. */
function hasKeys(line: LineOf<"game">, own: Own, plays: "some" | "all"): boolean {
  const at = (seat: number) => line.players.find((one) => one.seat === seat);
  const isOwn = (one: LinePlayer | undefined) => (one ? one.key === own.key : plays === "some");
  return (
    own.seats.every((seat) => isOwn(at(seat))) &&
    (own.host === null || line.number > 1 || hostOf(line) === own.host) &&
    own.before.every(({ seat, key }) => {
      const now = at(seat)?.key;
      return now === undefined || key === null || now === key;
    })
  );
}

/** The fingerprint of whoever invites: the person at the first seat. */
function hostOf({ players }: LineOf<"game">): string {
  const [host] = players
    .filter((one) => one.bot === undefined)
    .sort((one, other) => one.seat - other.seat);
  return host?.key ? fingerprint(host.key) : "";
}

function hasTerms(
  line: LineOf<"game">,
  { edition, options, elements, clock, dice }: Shown,
): boolean {
  const names = new Set([...Object.keys(options), ...Object.keys(line.options)]);
  return (
    line.edition === edition &&
    [...names].every((name) => line.options[name] === options[name]) &&
    (elements === null ||
      String([...elements].sort()) === String([...(line.elements ?? [])].sort())) &&
    (line.clock ?? "off") === clock &&
    (dice !== "ideal" || kindOf(line.dice) === "ideal")
  );
}

/** Everybody who was shown plays, as what they were shown; open seats may have gone to anybody. */
function hasSeats(line: LineOf<"game">, { seats, tournament }: Shown): boolean {
  return seats.every(({ seat, kind, name, level }) => {
    const player = line.players.find((one) => one.seat === seat);
    if (kind === "open") return true;
    if (!player) return tournament !== null;
    const isBot = player.bot !== undefined;
    const isSame = isBot === (kind === "bot") && player.name === name;
    return isSame && (!isBot || level === null || player.bot === level);
  });
}
