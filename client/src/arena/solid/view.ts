/** Where the camera stands: it looks at the box, can be turned and zoomed, and keeps clear of panels. */

import { PerspectiveCamera, Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Insets, Point, StageSight, Viewing } from "../stage";
import { CM } from "./scale";

const TURN_LIMIT = Math.PI;
const TILT = { low: 0.62, home: 1.02, tall: 1.18, high: 1.5 };
const ZOOM = { near: 0.45, far: 1.6 };
const LOOK_AT = 0.012;
/** Seconds for the camera to cover most of the way to where it should be. */
const EASE = 0.16;

interface LookSpot {
  turn: number;
  tilt: number;
  zoom: number;
  x: number;
  y: number;
  z: number;
}

export class View implements Viewing {
  readonly camera = new PerspectiveCamera(30, 1, 4, 420);
  readonly tilts = true;
  readonly #ray = new Raycaster();
  #width = 1;
  #height = 1;
  #insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  #sight: StageSight = { x: 0.14, near: -0.16, far: 0.16 };
  #fit = 60;
  readonly #now: LookSpot = { turn: 0, tilt: TILT.home, zoom: 1, x: 0, y: 0, z: LOOK_AT };
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
    this.frame(this.#sight, this.#insets);
  }

  /** Chooses distance and tilt so that all of it fits between the panels. */
  frame(sight: StageSight, insets: Insets): void {
    const moved = this.#goal.tilt !== this.#homeTilt();
    this.#sight = sight;
    this.#insets = insets;
    if (!moved) this.#goal.tilt = this.#now.tilt = this.#homeTilt();
    const { top, right, bottom, left } = insets;
    const width = this.#width;
    const height = this.#height;
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height);
    this.camera.updateProjectionMatrix();
    this.#fit = this.#distance(width - left - right, height - top - bottom);
    this.#goal.y = this.#middle();
    this.#now.y = this.#goal.y;
  }

  /** Turn by radians, tilt by radians, zoom by a factor. */
  nudge(turn: number, tilt: number, zoom: number): void {
    this.#goal.turn = clamp(this.#goal.turn + turn, -TURN_LIMIT, TURN_LIMIT);
    this.#goal.tilt = clamp(this.#goal.tilt + tilt, TILT.low, TILT.high);
    this.#goal.zoom = clamp(this.#goal.zoom * zoom, ZOOM.near, ZOOM.far);
  }

  home(): void {
    Object.assign(this.#goal, this.#homeSpot());
  }

  lookDown(down: boolean): void {
    this.#goal.turn = 0;
    this.#goal.tilt = down ? TILT.high : this.#homeTilt();
  }

  /** Leans toward a point of the table while something happens there. */
  follow(x: number, y: number, z: number, closeness: number): void {
    this.#goal.x = x * 0.5;
    this.#goal.y = this.#middle() + (y - this.#middle()) * 0.4;
    this.#goal.z = LOOK_AT + Math.min(z, 0.1) * 0.25;
    this.#goal.zoom = closeness;
  }

  release(): void {
    Object.assign(this.#goal, { x: 0, y: this.#middle(), z: LOOK_AT, zoom: 1 });
  }

  /** Moves toward the goal; true while still on the way. */
  advance(seconds: number, atOnce: boolean): boolean {
    const share = atOnce ? 1 : 1 - Math.exp(-seconds / EASE);
    let rest = 0;
    for (const key of Object.keys(this.#goal) as (keyof LookSpot)[]) {
      const gap = this.#goal[key] - this.#now[key];
      this.#now[key] = Math.abs(gap) < 1e-4 ? this.#goal[key] : this.#now[key] + gap * share;
      rest += Math.abs(this.#goal[key] - this.#now[key]);
    }
    this.#place(this.#now, this.#fit * this.#now.zoom);
    return rest > 1e-3;
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
    const flat = Math.cos(spot.tilt) * distance;
    const x = spot.x * CM;
    const y = spot.y * CM;
    const z = spot.z * CM;
    this.camera.position.set(
      x + Math.sin(spot.turn) * flat,
      y - Math.cos(spot.turn) * flat,
      z + Math.sin(spot.tilt) * distance,
    );
    this.camera.lookAt(x, y, z);
    this.camera.updateMatrixWorld();
  }

  /** Where one looks from before anybody turned, tilted or zoomed. */
  #homeSpot(): LookSpot {
    return { turn: 0, tilt: this.#homeTilt(), zoom: 1, x: 0, y: this.#middle(), z: LOOK_AT };
  }

  #homeTilt(): number {
    return this.#height > this.#width * 1.15 ? TILT.tall : TILT.home;
  }

  #middle(): number {
    return (this.#sight.near + this.#sight.far) / 2;
  }

  #distance(width: number, height: number): number {
    const home = this.#homeSpot();
    const shareX = Math.max(0.2, width / this.#width);
    const shareY = Math.max(0.2, height / this.#height);
    let low = 10;
    let high = 300;
    for (let i = 0; i < 24; i++) {
      const distance = (low + high) / 2;
      this.#place(home, distance);
      if (this.#fits(shareX, shareY)) high = distance;
      else low = distance;
    }
    return high;
  }

  #fits(shareX: number, shareY: number): boolean {
    const { x, near, far } = this.#sight;
    const matrix = this.camera.projectionMatrix;
    const shiftX = matrix.elements[8] ?? 0;
    const shiftY = matrix.elements[9] ?? 0;
    const corners = [near, 0, far].flatMap((y) =>
      [-x, x].map((side) => new Vector3(side * CM, y * CM, 0)),
    );
    corners.push(new Vector3(0, far * CM, 2), new Vector3(0, near * CM, 2));
    return corners.every((corner) => {
      corner.project(this.camera);
      return Math.abs(corner.x + shiftX) <= shareX && Math.abs(corner.y + shiftY) <= shareY;
    });
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
