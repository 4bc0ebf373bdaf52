/** What the arena is handed and what it hands back. Metres, seconds, radians; z is up. */

import type { AimFields, Finish } from "../protocol";

export type { AimFields };

export type LookName = "strike" | "impact" | "wizards";
export type QualityName = "low" | "medium" | "high";
/** How the arena is drawn: in 3D of some quality, or flat from above. */
export type Picture = QualityName | "flat";

/** The measures of one box, as the physics has them. */
export interface Box {
  readonly outline: readonly (readonly number[])[];
  readonly wall: readonly (readonly number[])[];
  readonly rim: { readonly height: number; readonly width: number };
  readonly die: { readonly edge: number; readonly rounding: number };
  /** Which sign looks along which axis of a die. */
  readonly faces: Readonly<Record<string, string>>;
  readonly aim: Readonly<Record<keyof AimFields, readonly number[]>>;
  readonly strengths: Readonly<
    Record<string, { readonly speed: number; readonly height: number; readonly spin: number }>
  >;
}

/** Position, then orientation as w, x, y, z. */
export type Pose = readonly [number, number, number, number, number, number, number];

export interface Piece {
  readonly id: number;
  readonly pose: Pose;
  /** What it is dressed in; as it was thrown here, if nothing is said. */
  readonly finish?: Finish | null;
}

/** One die in a throw. Frames are counted from 0; it is seen from `first` to `last`. */
export interface Track {
  readonly id: number;
  readonly first: number;
  readonly last: number;
  /** Whether it left the arena: it is gone in the end. */
  readonly out: boolean;
  /** Seven numbers a frame, from frame 0 on. */
  readonly poses: Float32Array;
}

export interface Contact {
  readonly time: number;
  readonly die: number;
  readonly other: "mat" | "wall" | "rim" | "table" | "die";
  /** Which die, if it is one. */
  readonly struck: number | null;
  /** Newton seconds. */
  readonly impulse: number;
  readonly place: readonly [number, number, number];
}

export interface Trajectory {
  readonly rate: number;
  readonly frames: number;
  readonly tracks: readonly Track[];
  readonly contacts: readonly Contact[];
}

/** One player's place at the table. */
export interface Supply {
  readonly loose: number;
  readonly piles: readonly number[];
  readonly active: boolean;
  readonly out: boolean;
  /** What its dice are dressed in; plain if nothing is said. */
  readonly finish?: Finish | null;
}
