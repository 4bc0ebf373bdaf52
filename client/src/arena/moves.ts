/** Dice that a hand moves: taken, stacked, passed on, carried into a throw. */

import type { Effects } from "./effects";
import { HAND_HEIGHT } from "./hand";
import { carry } from "./motions";
import { restingPose } from "./seats";
import type { Show } from "./show";
import { type Body, body, SLOTS } from "./tabletop";
import { poseOf } from "./trajectory";
import type { Piece, Pose, Trajectory } from "./types";

const TAKE_SECONDS = 0.55;
const CARRY_SECONDS = 0.32;

export class Moves {
  readonly #show: Show;
  readonly #effects: Effects;

  constructor(show: Show, effects: Effects) {
    this.#show = show;
    this.#effects = effects;
  }

  /** Dice fly to their owner, one after another, with the count rising above. */
  async collect(dice: readonly number[], seat: number): Promise<void> {
    const bodies = this.#show.top.pick(dice);
    const had = this.#show.top.supplies[seat]?.loose ?? 0;
    const gap = this.#show.time(Math.min(0.11, 0.5 / Math.max(1, bodies.length)));
    this.#effects.float(`+${bodies.length}`, bodies);
    await Promise.all(
      bodies.map(async (one, i) => {
        this.#show.top.flying.add(one);
        const [x, y, z] = this.#show.top.slot(
          seat,
          had + i,
          had + bodies.length,
          this.#show.stage.box.die.edge,
        );
        await this.#fly(one, restingPose(x, y, z, seat * SLOTS + had + i), 0.12, gap * i);
        this.#show.sound.take(i);
        this.#show.top.flying.delete(one);
        this.#show.top.grow(seat, 1);
      }),
    );
    this.#show.top.forget(dice);
    this.#show.wake();
  }

  /** Dice move to new places (a tower is built, dice are pushed). */
  async arrange(pieces: readonly Piece[]): Promise<void> {
    await Promise.all(
      pieces.map((piece, i) => {
        const one = this.#show.top.bodies.get(piece.id);
        return one ? this.#fly(one, piece.pose, 0.05 + 0.012 * i, this.#show.time(0.09) * i) : null;
      }),
    );
  }

  /** Everybody's dice wander to the next seat still in the game. */
  async passLeft(order: readonly number[]): Promise<void> {
    this.#show.sound.gust();
    await this.#wander((seat) => {
      const place = order.indexOf(seat);
      return place < 0 ? seat : (order[(place + 1) % order.length] ?? seat);
    });
  }

  /** The table is seen from another seat: what lay before one is carried round. */
  async turnTable(by: number): Promise<void> {
    const seats = this.#show.top.supplies.length;
    if (seats) await this.#wander((seat) => (((seat - by) % seats) + seats) % seats);
  }

  /** Every supply is carried to the place that `goal` says. */
  async #wander(goal: (seat: number) => number): Promise<void> {
    const { top } = this.#show;
    const before = [...top.supplies];
    const moves = before.flatMap((supply, seat) =>
      goal(seat) === seat ? [] : this.#carryOver(supply.loose, seat, goal(seat)),
    );
    top.supplies = before.map((supply, seat) =>
      goal(seat) === seat ? supply : { ...supply, loose: 0, piles: [] },
    );
    for (const one of await Promise.all(moves)) top.flying.delete(one);
    top.supplies = before.map((supply, seat) => {
      const given = before.find((_, from) => goal(from) === seat);
      return { ...supply, loose: given?.loose ?? 0, piles: given?.piles ?? [] };
    });
    this.#show.wake();
  }

  #carryOver(count: number, from: number, to: number): Promise<Body>[] {
    const { top, stage } = this.#show;
    return Array.from({ length: count }, async (_, k) => {
      const [x, y, z] = top.slot(from, k, count, stage.box.die.edge);
      const [tx, ty, tz] = top.slot(to, k, count, stage.box.die.edge);
      const one = body(restingPose(x, y, z, from * SLOTS + k));
      top.flying.add(one);
      await this.#fly(
        one,
        restingPose(tx, ty, tz, to * SLOTS + k),
        0.06,
        this.#show.time(0.02) * k,
      );
      return one;
    });
  }

  /** Stones are stacked as one pile in front of a player. */
  async pile(seat: number, count: number): Promise<void> {
    const supply = this.#show.top.supplies[seat];
    if (!supply) return;
    this.#show.top.supplies[seat] = {
      ...supply,
      loose: supply.loose - count,
      piles: [...supply.piles, count],
    };
    await this.#show.motions.wait(this.#show.time(0.25));
  }

  /** The hand takes the dice of a throw out of the supplies to where they are let go. */
  async carryIn(
    fresh: Trajectory["tracks"],
    from: number | readonly number[] | null,
  ): Promise<void> {
    if (from === null || !fresh.length) return;
    const seats = typeof from === "number" ? fresh.map(() => from) : from;
    const moves = fresh.map((track, i) => {
      const seat = seats[i] ?? seats[0] ?? 0;
      const left = Math.max(0, (this.#show.top.supplies[seat]?.loose ?? 1) - 1);
      const held = seat === 0 ? this.#show.top.held : null;
      const [x, y, z] = held
        ? [held.x, held.y, HAND_HEIGHT]
        : this.#show.top.slot(seat, left, left + 1, this.#show.stage.box.die.edge);
      this.#show.top.grow(seat, -1);
      const one = body(restingPose(x, y, z, seat * SLOTS + left));
      this.#show.top.flying.add(one);
      const goal = poseOf(track, track.first);
      const quick = held ? 0.4 : 1;
      return this.#fly(one, goal, 0.04, 0, CARRY_SECONDS * quick).then(() =>
        this.#show.top.flying.delete(one),
      );
    });
    this.#show.top.held = null;
    await Promise.all(moves);
    for (const track of fresh)
      if (track.first === 0) this.#show.top.bodies.set(track.id, body(poseOf(track, 0)));
  }

  async #fly(
    one: Body,
    goal: Pose,
    arc: number,
    delay: number,
    seconds = TAKE_SECONDS,
  ): Promise<void> {
    const from = one.pose;
    await this.#show.motions.run(
      this.#show.time(seconds),
      (share) => {
        one.pose = blend(from, goal, share, arc);
        one.shine *= 0.96;
      },
      carry,
      delay,
    );
    one.pose = goal;
    one.glow = null;
  }
}

/** From pose to pose on an arc, turning the short way. */
function blend(a: Pose, b: Pose, share: number, arc: number): Pose {
  const same = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
  const at = (i: 0 | 1 | 2) => a[i] + (b[i] - a[i]) * share;
  const turn = ([3, 4, 5, 6] as const).map((i) => a[i] + (b[i] * same - a[i]) * share);
  const [w = 1, i = 0, j = 0, k = 0] = turn;
  const n = Math.hypot(w, i, j, k) || 1;
  const lift = arc * 4 * share * (1 - share);
  return [at(0), at(1), at(2) + lift, w / n, i / n, j / n, k / n];
}
