/** The table from straight above: what is higher is drawn a little farther up, so that it stands out. */

import { approach, clamp } from "../motions";
import { readable, type Sight, type Spot } from "../seats";
import type { Insets, Point, Viewing } from "../stage";
import type { Pose } from "../types";

/** How far up the picture a metre of height is drawn, in metres. */
const LIFT = 0.3;
const ZOOM = { near: 0.45, far: 1.6 };
/** Seconds to cover most of the way to where one looks next. */
const EASE = 0.16;
const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

export class FlatView implements Viewing {
  #width = 1;
  #height = 1;
  #insets = NO_INSETS;
  /** CSS pixels for a metre, before anybody zoomed, and the point above the middle that is looked at. */
  #fit = 1;
  #looksAt = 0;
  readonly #now = { turn: 0, zoom: 1 };
  readonly #goal = { turn: 0, zoom: 1 };

  get turn(): number {
    return this.#now.turn;
  }

  /** CSS pixels for a metre. */
  get scale(): number {
    return this.#fit / this.#now.zoom;
  }

  /** Where the middle of the box is in the picture. */
  get middle(): Point {
    const { top, right, bottom, left } = this.#insets;
    return {
      x: (left + this.#width - right) / 2,
      y: (top + this.#height - bottom) / 2 + this.scale * this.#looksAt,
    };
  }

  resize(width: number, height: number): void {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
  }

  frame(sight: Sight, insets: Insets, edge: number): void {
    this.#insets = insets;
    const { top, right, bottom, left } = insets;
    const free = {
      x: Math.max(60, this.#width - left - right),
      y: Math.max(60, this.#height - top - bottom),
    };
    const wanted = readable(this.#width, this.#height) / edge;
    const all = span(sight.all);
    const must = span(sight.must);
    const whole = Math.min(free.x / (2 * all.side), free.y / (all.far - all.near));
    const most = Math.min(free.x / (2 * must.side), free.y / (must.far - must.near));
    this.#fit = Math.max(whole, Math.min(most, wanted));
    const half = free.y / this.#fit / 2;
    this.#looksAt = this.#fit > whole ? must.near + half : (all.near + all.far) / 2;
  }

  nudge(turn: number, _tilt: number, zoom: number): void {
    this.#goal.turn = clamp(this.#goal.turn + turn, -Math.PI, Math.PI);
    this.#goal.zoom = clamp(this.#goal.zoom * zoom, ZOOM.near, ZOOM.far);
  }

  home(): void {
    Object.assign(this.#goal, { turn: 0, zoom: 1 });
  }

  /** This picture stands still: it is for reading. */
  follow(): void {}

  release(): void {}

  jolt(): void {}

  advance(seconds: number, atOnce: boolean): boolean {
    const share = atOnce ? 1 : 1 - Math.exp(-seconds / EASE);
    return approach(this.#now, this.#goal, share, 1e-3) > 0;
  }

  /** A direction on the table as it is seen, still in metres: to the right and up the picture. */
  seen(x: number, y: number, z: number): [number, number] {
    const c = Math.cos(this.#now.turn);
    const s = Math.sin(this.#now.turn);
    return [x * c + y * s, y * c - x * s + LIFT * z];
  }

  project(x: number, y: number, z: number): Point {
    const [right, up] = this.seen(x, y, z);
    const { scale, middle } = this;
    return { x: middle.x + right * scale, y: middle.y - up * scale };
  }

  cast(at: Point, height: number): [number, number] {
    const { scale, middle } = this;
    const right = (at.x - middle.x) / scale;
    const up = (middle.y - at.y) / scale - LIFT * height;
    const c = Math.cos(this.#now.turn);
    const s = Math.sin(this.#now.turn);
    return [right * c - up * s, right * s + up * c];
  }
}

/** What points take of the picture, metres. */
function span(points: readonly Spot[]): { side: number; near: number; far: number } {
  const ups = points.map(([, y, z]) => y + LIFT * z);
  return {
    side: Math.max(...points.map(([x]) => Math.abs(x))),
    near: Math.min(...ups),
    far: Math.max(...ups),
  };
}

/** The order in which dice are drawn: far ones first, low ones before those that lie on them. */
export function byDepth<T extends { readonly pose: Pose }>(dice: T[], view: FlatView): T[] {
  const depth = ({ pose: [x, y, z] }: T) => view.seen(x, y, 0)[1] - z;
  return dice.sort((a, b) => depth(b) - depth(a));
}
