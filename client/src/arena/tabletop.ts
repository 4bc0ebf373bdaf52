/** What lies where: dice in the arena, in flight, in supplies and in the hand; and how they are drawn. */

import { HAND_HEIGHT } from "./hand";
import type { Look } from "./looks";
import { restingPose, type SupplyPlace, supplySpot } from "./seats";
import type { DicePainter } from "./stage";
import type { Box, Pose, Supply } from "./types";

export interface Body {
  pose: Pose;
  scale: number;
  glow: string | null;
  shine: number;
}

export function body(pose: Pose): Body {
  return { pose, scale: 1, glow: null, shine: 0 };
}

/** Looks of dice in a supply differ by seat; this many slots have looks of their own. */
export const SLOTS = 31;
/** How strongly the dice shine that may be thrown next. */
const READY_SHINE = 0.6;
/** How much the signs of dice are hidden that nobody has thrown: they are no values yet. */
const UNTHROWN = 0.94;
const NO_PLACE: readonly [number, number, number] = [0, -0.2, 0];

export class Tabletop {
  readonly bodies = new Map<number, Body>();
  readonly flying = new Set<Body>();
  supplies: Supply[] = [];
  places: SupplyPlace[] = [];
  held: { readonly count: number; readonly x: number; readonly y: number } | null = null;
  /** Dice that the next throw takes from one's own supply. */
  throwable = 0;

  pick(dice: readonly number[]): Body[] {
    return dice.flatMap((id) => this.bodies.get(id) ?? []);
  }

  forget(dice: readonly number[]): void {
    for (const id of dice) this.bodies.delete(id);
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
  slot(
    seat: number,
    index: number,
    count: number,
    edge: number,
  ): readonly [number, number, number] {
    const place = this.places[seat] ?? this.places[0];
    if (!place) return NO_PLACE;
    const [x, y] = supplySpot(place, index, count);
    return [x, y, edge / 2];
  }

  draw(dice: DicePainter, stage: { readonly box: Box; readonly look: Look }): void {
    const edge = stage.box.die.edge;
    for (const one of [...this.bodies.values(), ...this.flying]) {
      const { pose, scale, glow, shine } = one;
      dice.add({ pose, scale, glow, amount: glow ? shine : 0 });
    }
    this.supplies.forEach((supply, seat) => {
      this.#drawSupply(dice, supply, seat, edge, stage.look.accent);
    });
    this.#drawHeld(dice, edge * 1.12);
  }

  #drawSupply(dice: DicePainter, supply: Supply, seat: number, edge: number, accent: string): void {
    const inHand = seat === 0 && this.held ? Math.min(this.held.count, supply.loose) : 0;
    const loose = supply.loose - inHand;
    const spots = loose + supply.piles.length;
    const ready = seat === 0 && this.throwable > 0 && !this.held;
    for (let i = 0; i < loose; i++) {
      const [x, y, z] = this.slot(seat, i, spots, edge);
      const next = ready && i >= loose - this.throwable;
      const pose = restingPose(x, y, z, seat * SLOTS + i);
      dice.add({
        pose,
        glow: next ? accent : null,
        amount: next ? READY_SHINE : 0,
        veil: UNTHROWN,
      });
    }
    supply.piles.forEach((height, k) => {
      const [x, y, z] = this.slot(seat, loose + k, spots, edge);
      for (let i = 0; i < height; i++) {
        const pose = restingPose(x, y, z + i * edge, seat * SLOTS + k * 7 + i);
        dice.add({ pose, ground: i * edge, veil: UNTHROWN });
      }
    });
  }

  #drawHeld(dice: DicePainter, pitch: number): void {
    if (!this.held) return;
    const { count, x, y } = this.held;
    for (let i = 0; i < count; i++) {
      const dx = ((i % 3) - (Math.min(count, 3) - 1) / 2) * pitch;
      const dy = (Math.floor(i / 3) % 3) * pitch;
      const dz = Math.floor(i / 9) * pitch;
      dice.add({ pose: restingPose(x + dx, y - dy, HAND_HEIGHT + dz, i * 5) });
    }
  }
}
