/** What lies where: dice in the arena, in flight, in supplies and in the hand; and how they are drawn. */

import type { Finish } from "../protocol";
import type { Heart } from "./heart";
import { restingPose, type SupplyPlace, supplySpot } from "./seats";
import type { Vector } from "./sides";
import type { ShownDie } from "./stage";
import type { Toss } from "./toss";
import type { Pose, Supply } from "./types";

export interface Body {
  pose: Pose;
  scale: number;
  glow: string | null;
  shine: number;
  /** 1 while nobody has thrown it: the signs of such dice are no values yet. */
  veil: number;
  finish: Finish | null;
}

export function body(pose: Pose, finish: Finish | null = null): Body {
  return { pose, scale: 1, glow: null, shine: 0, veil: 0, finish };
}

/** Looks of dice in a supply differ by seat; this many slots have looks of their own. */
const SLOTS = 31;
/** How strongly the dice shine that may be thrown next. */
const READY_SHINE = 0.6;
/** Signs are hidden. */
export const UNTHROWN = 1;
const HEART = "#ff3d2e";
/** How high above the table the hand holds the dice, metres. */
export const HAND_HEIGHT = 0.075;
/** Between dice in the hand, in edges. */
const HELD_PITCH = 1.12;
const NO_PLACE: Vector = [0, -0.2, 0];

export class Tabletop {
  readonly bodies = new Map<number, Body>();
  readonly flying = new Set<Body>();
  supplies: Supply[] = [];
  /** Seats whose supply is still on its way to them: it is counted, and not drawn there yet. */
  coming: ReadonlySet<number> = new Set();
  /** What lying dice are dressed in: as whoever threw them. */
  readonly worn = new Map<number, Finish | null>();
  places: SupplyPlace[] = [];
  /** Of a die, metres. */
  edge = 0;
  held: { readonly count: number; readonly x: number; readonly y: number } | null = null;
  /** One's own dice that were let go and whose flight is not known yet. */
  tossed: readonly Toss[] = [];
  /** Dice that the next throw takes from one's own supply. */
  throwable = 0;
  /** The seat whose last die has a heartbeat, and how it shows now. */
  heart: Pick<Heart, "seat" | "shine" | "size"> | null = null;

  /** A die of the arena, dressed as it was thrown. */
  lying(id: number, pose: Pose): Body {
    return body(pose, this.worn.get(id) ?? null);
  }

  /** What the dice of a seat are dressed in. */
  finish(seat: number): Finish | null {
    return this.supplies[seat]?.finish ?? null;
  }

  pick(dice: readonly number[]): Body[] {
    return dice.flatMap((id) => this.bodies.get(id) ?? []);
  }

  forget(dice: readonly number[]): void {
    for (const id of dice) this.bodies.delete(id);
  }

  /** Lets go of what the hand holds. */
  release(toss: (pose: Pose) => Toss): void {
    this.tossed = this.#heldPoses().map(toss);
    this.held = null;
  }

  /** The lying die nearest to a point, within reach. */
  dieAt(x: number, y: number, reach: number): number | null {
    for (const [id, one] of this.bodies) {
      if (Math.hypot(one.pose[0] - x, one.pose[1] - y) < reach) return id;
    }
    return null;
  }

  /** A seat holds more or fewer loose dice. */
  grow(seat: number, by: number): void {
    const supply = this.supplies[seat];
    if (supply) this.supplies[seat] = { ...supply, loose: Math.max(0, supply.loose + by) };
  }

  /** Where die number `index` of `count` lies in a seat's supply. */
  slot(seat: number, index: number, count: number): Vector {
    const place = this.places[seat] ?? this.places[0];
    if (!place) return NO_PLACE;
    const [x, y] = supplySpot(place, index, count);
    return [x, y, (this.edge / 2) * place.scale];
  }

  /** How it lies there. */
  resting(seat: number, index: number, count: number): Pose {
    const [x, y, z] = this.slot(seat, index, count);
    return restingPose(x, y, z, seat * SLOTS + index);
  }

  /** A die that leaves a seat's supply. */
  leaving(seat: number, index: number, count: number): Body {
    const one = body(this.resting(seat, index, count), this.finish(seat));
    return { ...one, scale: this.scale(seat) };
  }

  /** How large the dice of a seat's supply are drawn. */
  scale(seat: number): number {
    return this.places[seat]?.scale ?? 1;
  }

  /** All dice as they are to be drawn; `accent`: the colour of those that may be thrown next. */
  *shown(accent: string): Generator<ShownDie> {
    for (const { shine, ...one } of [...this.bodies.values(), ...this.flying])
      yield { ...one, amount: one.glow ? shine : 0 };
    for (const [seat, supply] of this.supplies.entries())
      if (!this.coming.has(seat)) yield* this.#shownSupply(supply, seat, accent);
    const finish = this.finish(0);
    const waiting = [...this.#heldPoses(), ...this.tossed.map((toss) => toss.pose(toss.age))];
    for (const pose of waiting) yield { pose, finish, veil: UNTHROWN };
  }

  *#shownSupply(supply: Supply, seat: number, accent: string): Generator<ShownDie> {
    const gone = seat === 0 ? (this.held?.count ?? this.tossed.length) : 0;
    const loose = Math.max(0, supply.loose - gone);
    const spots = loose + supply.piles.length;
    const ready = seat === 0 && this.throwable > 0 && gone === 0;
    const scale = this.scale(seat);
    const finish = this.finish(seat);
    for (let i = 0; i < loose; i++) {
      const [x, y, z] = this.slot(seat, i, spots);
      const next = ready && i >= loose - this.throwable;
      const size = this.heart?.seat === seat ? this.heart.size : 1;
      const pose = restingPose(x, y, z * size, seat * SLOTS + i);
      const lit = this.#lit(seat, next, accent);
      yield { pose, scale: scale * size, ...lit, veil: UNTHROWN, finish };
    }
    for (const [k, height] of supply.piles.entries()) {
      const [x, y, z] = this.slot(seat, loose + k, spots);
      for (let i = 0; i < height; i++) {
        const ground = i * this.edge * scale;
        const pose = restingPose(x, y, z + ground, seat * SLOTS + k * 7 + i);
        yield { pose, scale, ground, veil: UNTHROWN, finish };
      }
    }
  }

  #lit(seat: number, next: boolean, accent: string): Pick<ShownDie, "glow" | "amount"> {
    if (this.heart?.seat === seat) return { glow: HEART, amount: this.heart.shine };
    return { glow: next ? accent : null, amount: next ? READY_SHINE : 0 };
  }

  #heldPoses(): Pose[] {
    if (!this.held) return [];
    const pitch = this.edge * HELD_PITCH;
    const { count, x, y } = this.held;
    return Array.from({ length: count }, (_, i) => {
      const dx = ((i % 3) - (Math.min(count, 3) - 1) / 2) * pitch;
      const dy = (Math.floor(i / 3) % 3) * pitch;
      const dz = Math.floor(i / 9) * pitch;
      return restingPose(x + dx, y - dy, HAND_HEIGHT + dz, i * 5);
    });
  }
}
