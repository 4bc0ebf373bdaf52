/**
 * Dice and mats that are earned: which there are, and what each takes. Pure. Only this device counts it;
 * a look gives no advantage, so nobody checks.
 */

import { FINISHES, type Finish, LEVELS, MATS, type Mat } from "../protocol";
import { type Checked, oneOf, orNull, shapeOf } from "../shapes";
import { type DayThrow, daysUpTo } from "./days";
import type { Ladder } from "./ladder";
import type { PlayedGame } from "./played";
import { type Achievement, earned } from "./summary";

/** An achievement, opponents of the ladder that are beaten, or days on which the throw of the day was made. */
export type Price =
  | { readonly achieve: Achievement }
  | { readonly beaten: number }
  | { readonly days: number };

export const FINISH_PRICES: Readonly<Record<Finish, Price>> = {
  brass: { achieve: "win" },
  stitch: { achieve: "ten" },
  check: { achieve: "boxes" },
  corners: { achieve: "crowd" },
  ember: { achieve: "five" },
  frost: { days: 7 },
  rungs: { beaten: 3 },
  crown: { beaten: LEVELS.length },
};

export const MAT_PRICES: Readonly<Record<Mat, Price>> = {
  rings: { days: 1 },
  weave: { beaten: 1 },
  waves: { achieve: "clean" },
  compass: { achieve: "unlucky" },
};

/** What a device remembers that something can be earned by. */
export interface Deeds {
  readonly games: readonly PlayedGame[];
  readonly ladder: Ladder;
  readonly days: readonly DayThrow[];
}

const LAST_DATE = "9999-12-31";

/** How much of a price is paid, and how much it is. */
interface Paid {
  readonly done: number;
  readonly needed: number;
}

export function paid(price: Price, { games, ladder, days }: Deeds): Paid {
  if ("achieve" in price) return { done: earned(games).has(price.achieve) ? 1 : 0, needed: 1 };
  if ("beaten" in price) return upTo(ladder.beaten, price.beaten);
  return upTo(daysUpTo(days, LAST_DATE), price.days);
}

function upTo(done: number, needed: number): Paid {
  return { done: Math.min(done, needed), needed };
}

export function isEarned(price: Price, deeds: Deeds): boolean {
  const { done, needed } = paid(price, deeds);
  return done >= needed;
}

/** What somebody wears; null is plain. */
export const isWearing = shapeOf({ finish: orNull(oneOf(FINISHES)), mat: orNull(oneOf(MATS)) });
export type Wearing = Checked<typeof isWearing>;

export const PLAIN: Wearing = { finish: null, mat: null };

/** A look of one of the two kinds, to be put on. */
export type Reward = { readonly finish: Finish } | { readonly mat: Mat };

/** What comes with exactly this; null if nothing. */
export function rewardFor(deed: Price): Reward | null {
  const comes = (price: Price) => JSON.stringify(price) === JSON.stringify(deed);
  const finish = FINISHES.find((one) => comes(FINISH_PRICES[one]));
  if (finish) return { finish };
  const mat = MATS.find((one) => comes(MAT_PRICES[one]));
  return mat ? { mat } : null;
}
