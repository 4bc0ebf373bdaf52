/** Dice that a hand moves: taken, stacked, passed on, carried into a throw. */

import type { Effects } from "./effects";
import { carry, settle } from "./motions";
import { blend, onTable, turned, UPWARD } from "./pose";
import type { Show } from "./show";
import type { Vector } from "./sides";
import { type Body, body, UNTHROWN } from "./tabletop";
import type { Toss } from "./toss";
import { poseOf } from "./trajectory";
import type { Piece, Pose, Track, Trajectory } from "./types";

const TAKE_SECONDS = 0.55;
const GATHER_SECONDS = 0.34;
const HOME_SECONDS = 0.42;
const CARRY_SECONDS = 0.32;
const AXES: readonly Vector[] = [[1, 0, 0], [0, 1, 0], UPWARD];

export class Moves {
  readonly #show: Show;
  readonly #effects: Effects;

  constructor(show: Show, effects: Effects) {
    this.#show = show;
    this.#effects = effects;
  }

  /** Matching dice slide together and fly to their owner, one by one, counted. */
  async collect(dice: readonly number[], seat: number): Promise<void> {
    const { top, sound } = this.#show;
    const bodies = bySide(top.pick(dice));
    const had = top.supplies[seat]?.loose ?? 0;
    await this.#gather(bodies);
    const gap = this.#show.time(Math.min(0.17, 0.9 / Math.max(1, bodies.length)));
    await Promise.all(
      bodies.map(async (one, i) => {
        top.flying.add(one);
        const [x, y, z] = top.slot(seat, had + i, had + bodies.length);
        await this.#show.motions.wait(gap * i);
        this.#effects.float(String(i + 1), one);
        sound.take(i);
        // It shows what it was taken for all the way: no other side, and never an X.
        const [, , , ...turn] = one.pose;
        await this.#fly(one, [x, y, z, ...turn], {
          arc: 0.1,
          seconds: HOME_SECONDS,
          scale: top.scale(seat),
        });
        sound.home(i);
        top.flying.delete(one);
        top.grow(seat, 1);
      }),
    );
    top.forget(dice);
    this.#show.wake();
  }

  /** Side by side in the middle of where they lie, in their order, square to each other. */
  async #gather(bodies: readonly Body[]): Promise<void> {
    if (bodies.length < 2 || this.#show.calm) return;
    const { edge } = this.#show.stage.box.die;
    const mean = (axis: 0 | 1) =>
      bodies.reduce((sum, one) => sum + one.pose[axis], 0) / bodies.length;
    const [x, y] = [mean(0), mean(1)];
    const across = bodies.length < 4 ? bodies.length : Math.ceil(Math.sqrt(bodies.length));
    const rows = Math.ceil(bodies.length / across);
    const from = bodies.map((one) => one.pose);
    const goals = bodies.map(({ pose: [, , z, ...turn] }, i) => {
      const column = (i % across) - (Math.min(across, bodies.length) - 1) / 2;
      const row = Math.floor(i / across) - (rows - 1) / 2;
      return squared([x + column * edge * 1.08, y - row * edge * 1.08, z, ...turn]);
    });
    await this.#show.motions.run(this.#show.time(GATHER_SECONDS), (share) => {
      bodies.forEach((one, i) => {
        const [start, goal] = [from[i] ?? one.pose, goals[i] ?? one.pose];
        one.pose = blend(start, goal, settle(share));
      });
    });
    this.#show.sound.click(bodies.length);
  }

  /** Dice move to new places (a tower is built, dice are pushed). */
  async arrange(pieces: readonly Piece[]): Promise<void> {
    await Promise.all(
      pieces.map((piece, i) => {
        const one = this.#show.top.bodies.get(piece.id);
        const arc = 0.05 + 0.012 * i;
        return one ? this.#fly(one, piece.pose, { arc, delay: this.#show.time(0.09) * i }) : null;
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
    if (seats) await this.#wander((seat) => (((seat - by) % seats) + seats) % seats, true);
  }

  /** Every supply is carried to the place that `goal` says; `whole`: its owner goes with it. */
  async #wander(goal: (seat: number) => number, whole = false): Promise<void> {
    const { top } = this.#show;
    const before = [...top.supplies];
    const moves = before.flatMap((supply, seat) =>
      goal(seat) === seat ? [] : this.#carryOver(supply.loose, seat, goal(seat)),
    );
    // Names stand beside these dice from now on, and so on none.
    top.coming = new Set(before.map((_, seat) => goal(seat)).filter((to, seat) => to !== seat));
    top.supplies = before.map((supply, seat) => {
      const given = before.find((_, from) => goal(from) === seat);
      const finish = (whole ? given : supply)?.finish ?? null;
      return { ...supply, loose: given?.loose ?? 0, piles: given?.piles ?? [], finish };
    });
    for (const one of await Promise.all(moves)) top.flying.delete(one);
    top.coming = new Set();
    this.#show.wake();
  }

  #carryOver(count: number, from: number, to: number): Promise<Body>[] {
    const { top } = this.#show;
    return Array.from({ length: count }, async (_, k) => {
      const one = { ...top.leaving(from, k, count), veil: UNTHROWN };
      top.flying.add(one);
      await this.#fly(one, top.resting(to, k, count), {
        arc: 0.06,
        delay: this.#show.time(0.02) * k,
        scale: top.scale(to),
      });
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

  /**
   * The hand takes the dice of a throw out of the supplies to where they are let go. Dice that were tossed
   * fly already: they leave the supply and come back as they are.
   */
  async carryIn(
    fresh: Trajectory["tracks"],
    from: number | readonly number[] | null,
  ): Promise<ReadonlyMap<number, Toss>> {
    const { top } = this.#show;
    const tossed = new Map<number, Toss>();
    const seats = typeof from === "number" ? fresh.map(() => from) : from;
    const before = top.supplies.map((supply) => supply.loose);
    const waiting = [...top.tossed];
    const moves = fresh.map((track, i) => {
      const seat = seats ? (seats[i] ?? seats[0] ?? 0) : null;
      const isOwn = seat === null || seat === 0; // or the starting die, which is nobody's
      const toss = isOwn ? waiting.shift() : undefined;
      if (toss) tossed.set(track.id, toss);
      if (seat === null) return null;
      top.worn.set(track.id, top.finish(seat));
      const had = before[seat] ?? 1;
      const left = Math.max(0, (top.supplies[seat]?.loose ?? 1) - 1);
      top.grow(seat, -1);
      return toss ? null : this.#carryOne(track, top.leaving(seat, left, had));
    });
    top.held = null;
    top.tossed = [];
    for (const [id, toss] of tossed) top.bodies.set(id, top.lying(id, toss.pose(toss.age)));
    await Promise.all(moves);
    for (const track of fresh)
      if (track.first === 0 && !tossed.has(track.id))
        top.bodies.set(track.id, top.lying(track.id, poseOf(track, 0)));
    return tossed;
  }

  async #carryOne(track: Track, one: Body): Promise<void> {
    this.#show.top.flying.add(one);
    await this.#fly(one, poseOf(track, track.first), { arc: 0.04, seconds: CARRY_SECONDS });
    this.#show.top.flying.delete(one);
  }

  /** What was let go is no throw: the dice go back to their supply. */
  async takeBack(): Promise<void> {
    const { top } = this.#show;
    const count = top.supplies[0]?.loose ?? 0;
    const tossed = top.tossed.map((toss) => body(toss.pose(toss.age), top.finish(0)));
    top.tossed = [];
    top.grow(0, -tossed.length);
    await Promise.all(
      tossed.map(async (one, i) => {
        top.flying.add(one);
        const home = top.resting(0, count - tossed.length + i, count);
        await this.#fly(one, home, { arc: 0.02, scale: top.scale(0) });
        top.flying.delete(one);
        top.grow(0, 1);
      }),
    );
  }

  async #fly(one: Body, goal: Pose, way: Way): Promise<void> {
    const { arc, delay = 0, seconds = TAKE_SECONDS, scale = 1 } = way;
    const from = one.pose;
    const size = one.scale;
    const carried = (gone: number) => {
      const share = carry(gone);
      const [x, y, z, ...turn] = blend(from, goal, share);
      one.pose = [x, y, z + arc * 4 * share * (1 - share), ...turn];
      one.scale = size + (scale - size) * share;
      one.shine *= 0.96;
    };
    await this.#show.motions.run(this.#show.time(seconds), carried, delay);
    one.pose = goal;
    one.glow = null;
  }
}

/** Where the axes of a die point. */
function axesOf(pose: Pose): readonly Vector[] {
  return AXES.map((axis) => onTable(pose, axis));
}

/** Those with the same side up together, each set from left to right. */
function bySide(bodies: readonly Body[]): Body[] {
  const side = ({ pose }: Body) => {
    const heights = axesOf(pose).flatMap(([, , z]) => [z, -z]);
    return heights.indexOf(Math.max(...heights));
  };
  return [...bodies].sort((a, b) => side(a) - side(b) || a.pose[0] - b.pose[0]);
}

/** The same, turned about the vertical by as little as makes it square to the picture. */
function squared(pose: Pose): Pose {
  const [x, y, z, ...turn] = pose;
  const level = axesOf(pose).reduce((a, b) => (Math.abs(b[2]) < Math.abs(a[2]) ? b : a));
  const angle = Math.atan2(level[1], level[0]);
  const by = Math.round(angle / (Math.PI / 2)) * (Math.PI / 2) - angle;
  return [x, y, z, ...turned(turn, UPWARD, by)];
}

/** How a die is carried: how high, when, for how long, and how large it is drawn in the end. */
interface Way {
  readonly arc: number;
  readonly delay?: number;
  readonly seconds?: number;
  readonly scale?: number;
}
