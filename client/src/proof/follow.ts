/**
 * What a device has to know of a game's lines to take part in it: who plays, which chains there are
 * and how often a link of each was asked for, what is fixed, and the digests that are signed. It
 * judges nothing: whether a line may come there is for the auditor to say. Pure.
 */

import { addLine, NO_LINES } from "../fairness/transcript";
import { isBoolean, isCount, isText, listOf, maybe, oneOf, shapeOf } from "../shapes";

/** A device that holds seats. */
export interface KnownDevice {
  readonly seats: readonly number[];
  readonly tip: string;
  /** How often a link of its chain was asked for. */
  readonly asked: number;
  /** Whether it is neither late nor away. */
  readonly isHere: boolean;
}

export interface Followed {
  readonly game: string;
  readonly lines: number;
  readonly digest: string;
  /** The digest after the first line, and after the newest move. */
  readonly begun: string;
  readonly mark: string;
  readonly throws: number;
  /** Whoever left has no key any more. */
  readonly players: readonly { readonly seat: number; readonly key?: string }[];
  readonly devices: readonly KnownDevice[];
  /** The throw whose links are asked for: the last line is its own. */
  readonly fixed: {
    readonly throw: number;
    readonly attempt: number;
    readonly devices: readonly number[];
  } | null;
}

const isNumbers = listOf(isCount);
const CHAIN = { seats: isNumbers, tip: isText };
const isGame = shapeOf({
  type: oneOf(["game"]),
  game: isText,
  players: listOf(shapeOf({ seat: isCount, key: maybe(isText) })),
  devices: maybe(listOf(shapeOf(CHAIN))),
});
const isJoin = shapeOf({ type: oneOf(["join"]), device: isCount, ...CHAIN });
const isGone = shapeOf({ type: oneOf(["late", "away"]), devices: isNumbers });
const isBot = shapeOf({ type: oneOf(["bot"]), player: isCount, for_good: maybe(isBoolean) });
const FIXED = { throw: isCount, attempt: isCount, devices: isNumbers };
const isFixed = shapeOf({ type: oneOf(["fixed"]), ...FIXED });
const isMove = shapeOf({ type: oneOf(["land", "answered", "column"]) });
const isOther = shapeOf({ type: oneOf(["back", "push", "renewed"]) });

/** Before its first line. */
const NOTHING = { lines: 0, throws: 0, digest: NO_LINES, begun: "", mark: "", fixed: null };

/** The game after one more line; null where nobody could take part any more. */
export function follow(before: Followed | null, text: string): Followed | null {
  const line = read(text);
  const next = before ? changed(before, line) : begun(line);
  if (!next) return null;
  const digest = addLine(next.digest, text);
  const isMarked = !before || isMove(line);
  return {
    ...next,
    lines: next.lines + 1,
    digest,
    begun: before?.begun ?? digest,
    mark: isMarked ? digest : next.mark,
  };
}

function begun(line: unknown): Followed | null {
  if (!isGame(line)) return null;
  const { game, players, devices = [] } = line;
  return { ...NOTHING, game, players, devices: devices.map(fresh) };
}

function changed(before: Followed, line: unknown): Followed | null {
  const { devices, players, throws } = before;
  const game = { ...before, fixed: null };
  const marked = (numbers: readonly number[], change: (one: KnownDevice) => Partial<KnownDevice>) =>
    devices.map((one, n) => (numbers.includes(n) ? { ...one, ...change(one) } : one));
  if (isFixed(line)) {
    const asked = marked(line.devices, (one) => ({ asked: one.asked + 1 }));
    return { ...game, fixed: line, devices: asked };
  }
  if (isGone(line)) return { ...game, devices: marked(line.devices, () => ({ isHere: false })) };
  if (isJoin(line)) return { ...game, devices: joined(devices, line.device, fresh(line)) };
  if (isBot(line)) {
    const isLeft = (n: number) => n === line.player && line.for_good;
    return { ...game, players: players.map((one, n) => (isLeft(n) ? { seat: one.seat } : one)) };
  }
  if (isMove(line)) return { ...game, throws: line.type === "land" ? throws + 1 : throws };
  return isOther(line) ? game : null;
}

function fresh({ seats, tip }: Pick<KnownDevice, "seats" | "tip">): KnownDevice {
  return { seats, tip, asked: 0, isHere: true };
}

/** Seats of one that joins leave every other device. */
function joined(all: readonly KnownDevice[], number: number, joining: KnownDevice) {
  const others = all.map((one) => ({
    ...one,
    seats: one.seats.filter((seat) => !joining.seats.includes(seat)),
  }));
  return [...others.slice(0, number), joining, ...others.slice(number + 1)];
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
