/** Where the camera stands: it looks at the box, can be turned and zoomed, and keeps clear of panels. */

import { PerspectiveCamera, Plane, Raycaster, Vector2, Vector3 } from "three";
import { approach, clamp } from "../motions";
import { readable, type Sight, type Spot } from "../seats";
import type { Insets, Point, Viewing } from "../stage";
import { CM } from "./making";

/** At rest one looks over the near wall down onto all of the mat; while dice fly, more from the side. */
const TILT = { low: 0.62, home: 1.33, high: 1.5 };
const LEAN = 0.3;
const ZOOM = { near: 0.45, far: 1.6 };
const LOOK_AT = 0.012;
/** Seconds for the camera to cover most of the way to where it should be. */
const EASE = 0.16;

/** How a hard hit moves it: metres, how quickly to and fro, seconds until it fades. */
const JOLT = { metres: 0.0026, swing: 62, fades: 0.11 };

/** Where one looks from, and at; by `lean` it is tilted less while something flies. */
type LookSpot = Record<"turn" | "tilt" | "lean" | "zoom" | "x" | "y" | "z", number>;

export class View implements Viewing {
  readonly camera = new PerspectiveCamera(22, 1, 4, 420);
  readonly #ray = new Raycaster();
  #width = 1;
  #height = 1;
  #insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  #sight: Sight = { all: [], must: [] };
  #edge = 0.016;
  #fit = 60;
  #middle = 0;
  #jolt = 0;
  #jolted = 0;
  readonly #now: LookSpot = { turn: 0, tilt: TILT.home, lean: 0, zoom: 1, x: 0, y: 0, z: LOOK_AT };
  readonly #goal: LookSpot = { ...this.#now };

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  get turn(): number {
    return this.#now.turn;
  }

  resize(width: number, height: number): void {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
    this.frame(this.#sight, this.#insets, this.#edge);
  }

  frame(sight: Sight, insets: Insets, edge: number): void {
    this.#sight = sight;
    this.#insets = insets;
    this.#edge = edge;
    const { top, right, bottom, left } = insets;
    const width = this.#width;
    const height = this.#height;
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height);
    this.camera.updateProjectionMatrix();
    const free = { x: width - left - right, y: height - top - bottom };
    const share = { x: Math.max(0.2, free.x / width), y: Math.max(0.2, free.y / height) };
    const whole = this.#nearest((away) => this.#fits(sight.all, away, share));
    const least = this.#nearest((away) => this.#fits(sight.must, away, share));
    const wanted = readable(width, height);
    const close = this.#nearest((away) => this.#faceHeight(away) <= wanted);
    this.#fit = Math.min(whole, Math.max(least, close));
    // What is too much is cut off at the far end.
    this.#middle = this.#centre(sight.all, this.#fit);
    for (let i = 0; this.#fit < whole && i < 3; i++) {
      this.#middle += this.#metres(this.#extent(sight.must).low + share.y, this.#fit);
      this.#place(this.#homeSpot(), this.#fit);
    }
    this.#goal.y = this.#now.y = this.#middle;
  }

  nudge(turn: number, tilt: number, zoom: number): void {
    this.#goal.turn = clamp(this.#goal.turn + turn, -Math.PI, Math.PI);
    this.#goal.tilt = clamp(this.#goal.tilt + tilt, TILT.low, TILT.high);
    this.#goal.zoom = clamp(this.#goal.zoom * zoom, ZOOM.near, ZOOM.far);
  }

  home(): void {
    Object.assign(this.#goal, this.#homeSpot());
  }

  follow(x: number, y: number, z: number, closeness: number): void {
    this.#goal.x = x * 0.5;
    this.#goal.y = this.#middle + (y - this.#middle) * 0.4;
    this.#goal.z = LOOK_AT + Math.min(z, 0.1) * 0.25;
    this.#goal.zoom = closeness;
    this.#goal.lean = LEAN;
  }

  release(): void {
    Object.assign(this.#goal, { x: 0, y: this.#middle, z: LOOK_AT, zoom: 1, lean: 0 });
  }

  jolt(strength: number): void {
    this.#jolt = Math.min(1, strength);
    this.#jolted = 0;
  }

  advance(seconds: number, atOnce: boolean): boolean {
    // Whoever is shaken stops following.
    const share = atOnce ? 1 : 1 - Math.exp((-seconds * (1 - this.#jolt)) / EASE);
    const left = approach(this.#now, this.#goal, share, 1e-4);
    this.#jolted += seconds;
    this.#jolt = atOnce ? 0 : this.#jolt * Math.exp(-seconds / JOLT.fades);
    if (this.#jolt < 0.02) this.#jolt = 0;
    const by = this.#jolt * JOLT.metres;
    const swing = Math.sin(this.#jolted * JOLT.swing);
    const shaken = { ...this.#now, x: this.#now.x + by * swing, y: this.#now.y - by * swing * 0.7 };
    this.#place(shaken, this.#fit * this.#now.zoom);
    return left > 1e-3 || this.#jolt > 0;
  }

  cast(at: Point, height: number): [number, number] | null {
    const seen = new Vector2((at.x / this.#width) * 2 - 1, 1 - (at.y / this.#height) * 2);
    this.#ray.setFromCamera(seen, this.camera);
    const level = new Plane(new Vector3(0, 0, 1), -height * CM);
    const hit = this.#ray.ray.intersectPlane(level, new Vector3());
    return hit ? [hit.x / CM, hit.y / CM] : null;
  }

  project(x: number, y: number, z: number): Point {
    const at = new Vector3(x * CM, y * CM, z * CM).project(this.camera);
    return { x: ((at.x + 1) / 2) * this.#width, y: ((1 - at.y) / 2) * this.#height };
  }

  #place(spot: LookSpot, distance: number): void {
    const tilt = Math.max(TILT.low, spot.tilt - spot.lean);
    const flat = Math.cos(tilt) * distance;
    const x = spot.x * CM;
    const y = spot.y * CM;
    const z = spot.z * CM;
    this.camera.position.set(
      x + Math.sin(spot.turn) * flat,
      y - Math.cos(spot.turn) * flat,
      z + Math.sin(tilt) * distance,
    );
    this.camera.lookAt(x, y, z);
    this.camera.updateMatrixWorld();
  }

  /** Where one looks from before anybody turned, tilted or zoomed. */
  #homeSpot(): LookSpot {
    return { turn: 0, tilt: TILT.home, lean: 0, zoom: 1, x: 0, y: this.#middle, z: LOOK_AT };
  }

  /** The least distance, cm, that is far enough. */
  #nearest(enough: (away: number) => boolean): number {
    let low = 10;
    let high = 300;
    for (let i = 0; i < 20; i++) {
      const away = (low + high) / 2;
      if (enough(away)) high = away;
      else low = away;
    }
    return high;
  }

  /** Looks from that far at the middle of these points as they are seen; where that middle is. */
  #centre(points: readonly Spot[], away: number): number {
    const spot = { ...this.#homeSpot(), y: 0 };
    for (let i = 0; i < 4; i++) {
      this.#place(spot, away);
      const { low, high } = this.#extent(points);
      spot.y += this.#metres((low + high) / 2, away);
    }
    this.#place(spot, away);
    return spot.y;
  }

  /** A share of half the picture's height as metres on the table. */
  #metres(share: number, away: number): number {
    const half = away * Math.tan((this.camera.fov * Math.PI) / 360);
    return (share * half) / Math.sin(TILT.home) / CM;
  }

  #fits(points: readonly Spot[], away: number, share: Point): boolean {
    this.#centre(points, away);
    const { side, low, high } = this.#extent(points);
    return side <= share.x && -low <= share.y && high <= share.y;
  }

  /** How far points reach from the middle of the free field, as shares of half the picture. */
  #extent(points: readonly Spot[]): { side: number; low: number; high: number } {
    const [shiftX, shiftY] = [8, 9].map((i) => this.camera.projectionMatrix.elements[i] ?? 0);
    const reach = { side: 0, low: 0, high: 0 };
    const at = new Vector3();
    points.forEach(([x, y, z], i) => {
      at.set(x * CM, y * CM, z * CM).project(this.camera);
      const up = at.y + (shiftY ?? 0);
      reach.side = Math.max(reach.side, Math.abs(at.x + (shiftX ?? 0)));
      reach.low = i ? Math.min(reach.low, up) : up;
      reach.high = i ? Math.max(reach.high, up) : up;
    });
    return reach;
  }

  /** CSS pixels that the upper side of a die in the middle is high. */
  #faceHeight(away: number): number {
    this.#place({ ...this.#homeSpot(), y: 0 }, away);
    const [near, far] = [-1, 1].map((way) => this.project(0, (way * this.#edge) / 2, this.#edge).y);
    return (near ?? 0) - (far ?? 0);
  }
}
