/**
 * A game's proof as anybody can follow it, line by line: who plays, the chains of server and devices,
 * what is fixed, what was signed, who was late or away. Pure; knows no storage, and not which device
 * is this one.
 */

import { CHAIN_LINKS, show } from "../fairness/chain";
import { throwSeed } from "../fairness/seed";
import {
  agreeMessage,
  answerMessage,
  awayMessage,
  castMessage,
  joinMessage,
  leaveMessage,
  pushMessage,
  showMessage,
} from "../fairness/signed";
import { addLine, markOf, NO_LINES } from "../fairness/transcript";
import { EDITIONS, type EditionId } from "../protocol";
import { aimNumbers } from "./aim";
import { Fault } from "./fault";
import { isSameKind, kindOf, standsIn } from "./kinds";
import { contributing, counted, type Ledger, type ShownDevice, seatsOf, withState } from "./ledger";
import { type FixedCast, type Line, type LineOf, type Links, readLine } from "./lines";
import {
  checkActed,
  checkSigned,
  keyOfSeats,
  type PlayerHere,
  playerAt,
  playersOf,
  withPlayer,
} from "./players";

/** Whether lying dice may be pushed: by the player alone, with everybody's consent, or never. */
const PREMOVES = { walls_by_consent: "consent", none: "none" } as const;

/** The ledger with the first line of a game. */
export function beginLedger(text: string): Ledger {
  const line = readLine(text);
  if (line?.type !== "game") throw new Fault("order", "the transcript does not begin with a game");
  if (!kindOf(line.dice)) throw new Fault("loaded", "dice that this page does not know");
  const players = playersOf(line.players);
  const devices = (line.devices ?? []).map((one) => freshDevice(players, one.seats, one.tip));
  const seats = devices.flatMap((device) => device.seats);
  if (new Set(seats).size < seats.length) throw new Fault("tip", "two devices hold one seat");
  const tips = [line.server, ...devices.map((device) => device.tip)];
  if (new Set(tips).size < tips.length) throw new Fault("tip", "two chains have one tip");
  const begun = addLine(NO_LINES, text);
  return {
    ...blank(line),
    players,
    devices,
    tips,
    ...lineAdded({ lines: 0, marks: [], digest: NO_LINES }, text),
    begun,
    mark: begun,
  };
}

function blank(line: LineOf<"game">) {
  return {
    table: line.table,
    game: line.game,
    premove: PREMOVES[String(line.options.premove) as keyof typeof PREMOVES] ?? ("free" as const),
    clock: (line.clock ?? "off") !== "off",
    together: EDITIONS[line.edition as EditionId]?.family !== "strike",
    dice: line.dice,
    server: { newest: line.server, number: 0 },
    asked: 0,
    throws: 0,
    attempt: 0,
    fixed: null,
    casts: null,
    seed: null,
    atRest: null,
    late: {},
    playedFor: {},
    steppedIn: 0,
    unwitnessed: 0,
  };
}

function lineAdded(
  { lines, marks, digest }: Pick<Ledger, "lines" | "marks" | "digest">,
  text: string,
) {
  return {
    lines: lines + 1,
    digest: addLine(digest, text),
    marks: [...marks, markOf(text)],
  };
}

/** The ledger with one more line; a line that cannot be true throws a `Fault`. */
export function follow(ledger: Ledger, text: string): Ledger {
  const line = readLine(text);
  if (line === null) throw new Fault("order", "a line that belongs to no game");
  const next = { ...proved(ledger, line), ...lineAdded(ledger, text) };
  return MOVES.has(line.type) ? { ...next, mark: next.digest } : next;
}

/** Lines that make a move of the rules. */
export const MOVES: ReadonlySet<Line["type"]> = new Set(["land", "answered", "column"]);

function proved(ledger: Ledger, line: Line): Ledger {
  switch (line.type) {
    case "land":
      return landed(ledger, line);
    case "late":
      return late(ledger, line);
    case "answered":
      if (line.links) return stacked(ledger, line, line.links);
  }
  // Once a throw is fixed nothing may come between its casts and its links.
  if (ledger.fixed) throw new Fault("order", "a line between the casts of a throw and its links");
  if (line.type === "fixed") return fixed(ledger, line);
  if (line.type === "renewed") return renewed(ledger, line.tip);
  // Else a device could be dropped again and again, for as many tries of one throw.
  if (ledger.casts !== null) throw new Fault("order", "a line between two attempts at a throw");
  return between(ledger, line);
}

/** What may come between throws. */
function between(ledger: Ledger, line: Line): Ledger {
  switch (line.type) {
    case "join":
      return joined(ledger, line);
    case "away":
      return away(ledger, line);
    case "bot":
      return handedOver(ledger, line);
    case "back":
      return back(ledger, line.player);
    case "answered":
      return answered(ledger, line);
    case "push":
      return pushed(ledger, line);
    case "column":
      return ledger;
    default:
      throw new Fault("order", "a second game in one transcript");
  }
}

// --- who takes part ---------------------------------------------------------------------------

function freshDevice(
  players: readonly PlayerHere[],
  seats: readonly number[],
  tip: string,
): ShownDevice {
  const key = keyOfSeats(players, seats);
  return { seats, key, tip, chain: { newest: tip, number: 0 }, asked: 0, state: "here" };
}

function withTip(ledger: Ledger, tip: string): Ledger {
  if (ledger.tips.includes(tip)) throw new Fault("tip", "a chain that was published before");
  return { ...ledger, tips: [...ledger.tips, tip] };
}

function renewed(ledger: Ledger, tip: string): Ledger {
  if (ledger.asked < CHAIN_LINKS) throw new Fault("server", "the server has links left");
  return { ...withTip(ledger, tip), server: { newest: tip, number: 0 }, asked: 0 };
}

function joined(ledger: Ledger, line: LineOf<"join">): Ledger {
  const device = freshDevice(ledger.players, line.seats, line.tip);
  checkSigned(device.key, () => joinMessage(ledger.begun, line.tip), line.sign);
  // A known device may only go on with the seats it has: else one device could be written over by
  // another, and would take part no more without having been late.
  const known = ledger.devices[line.device];
  if (line.device > ledger.devices.length || (known && !holds(known, line)))
    throw new Fault("order", "a device joins under a number that is not its own");
  const devices: ShownDevice[] = ledger.devices.map((one) => ({
    ...one,
    seats: one.seats.filter((seat) => !line.seats.includes(seat)),
  }));
  devices[line.device] = device;
  return { ...withTip(ledger, line.tip), devices };
}

/** Whether a device has just the seats with which it joins. */
function holds({ seats }: ShownDevice, line: LineOf<"join">): boolean {
  return seats.length === line.seats.length && seats.every((seat) => line.seats.includes(seat));
}

function away(ledger: Ledger, line: LineOf<"away">): Ledger {
  if (!line.devices.length || !isSubset(line.devices, contributing(ledger)))
    throw new Fault("order", "away, but not there before");
  line.devices.forEach((number, place) => {
    const device = ledger.devices[number] as ShownDevice;
    const sign = line.signs[place];
    if (sign) checkSigned(device.key, () => awayMessage(device.tip), sign);
  });
  return { ...ledger, devices: withState(ledger.devices, line.devices, "away") };
}

function isSubset(some: readonly number[], all: readonly number[]): boolean {
  return new Set(some).size === some.length && some.every((one) => all.includes(one));
}

/** A bot plays on for a person; for good only if the person signs it. */
function handedOver(
  ledger: Ledger,
  { player: number, for_good = false, sign }: LineOf<"bot">,
): Ledger {
  const player = playerAt(ledger.players, number);
  if (player.left || (player.botPlays && (player.isBot || !for_good)))
    throw new Fault("order", "a bot takes over from a bot");
  checkSigned(for_good ? player.key : null, () => leaveMessage(ledger.begun, number), sign);
  const players = withPlayer(ledger.players, number, { botPlays: true, left: for_good });
  const playedFor = for_good ? ledger.playedFor : counted(ledger.playedFor, [player.seat]);
  return { ...ledger, players, playedFor };
}

function back(ledger: Ledger, number: number): Ledger {
  const player = playerAt(ledger.players, number);
  if (player.isBot || player.left || !player.botPlays)
    throw new Fault("order", "somebody comes back who was not away");
  return { ...ledger, players: withPlayer(ledger.players, number, { botPlays: false }) };
}

// --- what is decided --------------------------------------------------------------------------

function answered(ledger: Ledger, line: LineOf<"answered">): Ledger {
  const { player: number, move, dice = [], by = "person", sign } = line;
  const player = playerAt(ledger.players, number);
  checkActed(player, by, () => answerMessage(ledger.mark, number, move, dice), sign);
  return actedBy(ledger, player, by, ledger.clock);
}

/** The table acts for whoever runs out of time, if there is a limit; without one a bot takes over. */
function actedBy(ledger: Ledger, player: PlayerHere, by: string, hasLimit: boolean): Ledger {
  if (by !== "table" || player.isBot) return ledger;
  if (!hasLimit && !player.botPlays) throw new Fault("order", "the table acts without a clock");
  return { ...ledger, playedFor: counted(ledger.playedFor, [player.seat]) };
}

/** Whoever pushes signs it; if all have to agree, every person who plays themselves signs, too. */
function pushed(ledger: Ledger, line: LineOf<"push">): Ledger {
  const { players, mark } = ledger;
  const message = pushMessage(mark, line.player, line.dice);
  checkActed(playerAt(players, line.player), "person", () => message, line.sign);
  const agreed = line.agreed ?? [];
  const persons = players.flatMap((one, n) => (one.botPlays || n === line.player ? [] : [n]));
  const asked = ledger.premove === "consent" ? persons : [];
  if (ledger.premove === "none" || String(agreed.map(([number]) => number)) !== String(asked))
    throw new Fault("order", "not everybody agreed to a push who had to");
  for (const [number, sign] of agreed)
    checkSigned(playerAt(players, number).key, () => agreeMessage(message, number), sign);
  return { ...ledger, atRest: null };
}

// --- throws -----------------------------------------------------------------------------------

function fixed(ledger: Ledger, line: LineOf<"fixed">): Ledger {
  if (line.throw !== ledger.throws || line.attempt !== ledger.attempt)
    throw new Fault("order", "not the next throw");
  const casts = JSON.stringify(line.casts);
  if (ledger.casts !== null && ledger.casts !== casts)
    throw new Fault("fixed", "fixed again with other casts");
  if (String(line.devices) !== String(contributing(ledger)))
    throw new Fault("order", "fixed with other devices than take part");
  if (ledger.asked >= CHAIN_LINKS) throw new Fault("server", "the server has no link left");
  if (line.dice && !isSameKind(ledger.dice, line.dice))
    throw new Fault("loaded", "fixed for other dice than those of the game");
  const devices = ledger.devices.map((one, number) =>
    line.devices.includes(number) ? { ...one, asked: one.asked + 1 } : one,
  );
  const fresh = ledger.casts === null ? line.casts : [];
  const shown = fresh.reduce((known, cast) => withCast(known, line.throw, cast), ledger);
  return { ...shown, asked: ledger.asked + 1, devices, fixed: line, casts };
}

function withCast(ledger: Ledger, number: number, cast: FixedCast): Ledger {
  const { unit, aim, by = "person", sign } = cast;
  const player = playerAt(ledger.players, cast.player);
  const message = () => castMessage(ledger.mark, number, cast.player, unit, aimNumbers(aim));
  checkActed(player, by, message, sign);
  return actedBy(ledger, player, by, ledger.clock || ledger.together);
}

function late(ledger: Ledger, line: LineOf<"late">): Ledger {
  const waited = ledger.fixed;
  if (waited?.throw !== line.throw || waited.attempt !== line.attempt)
    throw new Fault("order", "late for a throw that is not waited for");
  if (!line.devices.length || !isSubset(line.devices, waited.devices))
    throw new Fault("order", "late, but not asked for a link");
  return {
    ...ledger,
    devices: withState(ledger.devices, line.devices, "late"),
    late: counted(ledger.late, seatsOf(ledger, line.devices)),
    fixed: null,
    attempt: ledger.attempt + 1,
  };
}

/** What was thrown lies. */
function landed(ledger: Ledger, line: LineOf<"land">): Ledger {
  if (line.throw !== ledger.throws) throw new Fault("order", "not the throw that was fixed");
  if (line.dice && !standsIn(ledger.dice, line.dice))
    throw new Fault("loaded", "thrown with other dice than those of the game");
  const none = ledger.fixed?.devices.length ? 0 : 1;
  return {
    ...shown(ledger, line.links, true),
    atRest: line.at_rest.flat(),
    throws: ledger.throws + 1,
    attempt: 0,
    steppedIn: ledger.steppedIn + (line.dice ? 1 : 0),
    unwitnessed: ledger.unwitnessed + none,
  };
}

/** The tower that chance built stands. */
function stacked(ledger: Ledger, line: LineOf<"answered">, links: Links): Ledger {
  if (line.by !== "table" || line.sign) throw new Fault("order", "chance signs nothing");
  return { ...shown(ledger, links, false), attempt: ledger.attempt + 1 };
}

function shown(ledger: Ledger, links: Links, isThrow: boolean): Ledger {
  const { fixed: what, throws, attempt, table, digest } = ledger;
  if (!what || isThrow !== what.casts.length > 0)
    throw new Fault("order", "links for something that was not fixed");
  const count = what.devices.length;
  if (links.devices.length !== count || links.signs.length !== count)
    throw new Fault("device", "not as many links as devices");
  const server = show(ledger.server, links.server, ledger.asked);
  if (!server) throw new Fault("server", "a link that is not of the server's chain");
  const devices = [...ledger.devices];
  what.devices.forEach((number, place) => {
    const one = devices[number] as ShownDevice;
    const link = links.devices[place] ?? "";
    const chain = show(one.chain, link, one.asked);
    if (!chain) throw new Fault("device", "a link that is not of the device's chain");
    // Whoever was told another story has signed another digest.
    checkSigned(one.key, () => showMessage(digest, link), links.signs[place]);
    devices[number] = { ...one, chain };
  });
  return {
    ...ledger,
    server,
    devices,
    fixed: null,
    casts: null,
    seed: throwSeed({ table, number: throws, attempt, digest }, links),
    atRest: null,
  };
}
