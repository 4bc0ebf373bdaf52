/**
 * What the arena draws on. Two stages do it: `solid` in WebGL, `flat` in SVG from above.
 * A stage knows where things are and how they look; it knows no game, no clock and no hand.
 */

import type { Finish, Mat } from "../protocol";
import boxes from "./boxes.json";
import type { Look } from "./looks";
import type { Cloud } from "./motes";
import type { Sight } from "./seats";
import type { AimFields, Box, LookName, Pose } from "./types";

export const BOXES = boxes as unknown as Readonly<Record<LookName, Box>>;

/** Screen edges taken by panels, in CSS pixels. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
  /** Whether the whole rim of the box is to be seen, and not only what is needed to play. */
  readonly whole?: boolean;
}

/** A point of the picture, in CSS pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** From where the table is looked at. */
export interface Viewing {
  /** Radians by which the table was turned. */
  readonly turn: number;
  /**
   * Chooses distance and middle so that all of it fits between the panels; on a small screen only what must,
   * from near enough to read the dice. `edge` is that of a die, metres.
   */
  frame(sight: Sight, insets: Insets, edge: number): void;
  /** Turn by radians, tilt by radians, zoom by a factor. */
  nudge(turn: number, tilt: number, zoom: number): void;
  home(): void;
  /** Leans toward a point of the table while something happens there. */
  follow(x: number, y: number, z: number, closeness: number): void;
  release(): void;
  /** A knock moves it for a moment, by a strength from 0 to 1. */
  jolt(strength: number): void;
  /** Moves toward its goal; true while still on the way. */
  advance(seconds: number, atOnce: boolean): boolean;
  /** The point of the table at the given height that lies under a point of the picture. */
  cast(at: Point, height: number): [number, number] | null;
  /** Where a point of the table is in the picture. */
  project(x: number, y: number, z: number): Point;
}

/** One die to draw. */
export interface ShownDie {
  readonly pose: Pose;
  /** 1 unless said otherwise. */
  readonly scale?: number;
  /** The height of what lies below it. */
  readonly ground?: number;
  /** The colour it glows in, by an amount. */
  readonly glow?: string | null;
  readonly amount?: number;
  /** From 0 to 1 where it was not thrown yet: its signs mean nothing. */
  readonly veil?: number;
  /** What it is dressed in. */
  readonly finish?: Finish | null;
}

/** Draws dice: all that there are, each time. */
export interface DicePainter {
  draw(dice: readonly ShownDie[]): void;
}

/** Shows where a throw will go. */
export interface Guide {
  show(aim: AimFields, box: Box, colour: string): void;
  hide(): void;
}

/** A few signs that float above the table. */
export interface Label {
  /** Metres, and how much of it is seen. */
  move(x: number, y: number, z: number, opacity: number): void;
  remove(): void;
}

export interface Stage {
  /** Called when it can be drawn after it was dressed, and when it looks another way by itself. */
  onReady: () => void;
  /** What is seen of it. */
  readonly picture: Element;
  /** Whether it is about to look another way by itself. */
  readonly awaits?: boolean;
  readonly look: Look;
  readonly box: Box;
  readonly view: Viewing;
  readonly dice: DicePainter;
  /** The throw that is being aimed, and one that somebody proposes. */
  readonly guide: Guide;
  readonly advice: Guide;
  readonly smoke: Cloud;
  readonly sparks: Cloud;
  /** The strip of the table beyond the box that its wall hides, metres. */
  readonly behind: number;
  readonly drawCalls: number;
  dress(name: LookName): void;
  /** The figure on the mat; null for none. It stays when the box is dressed anew. */
  spread(mat: Mat | null): void;
  /** 1 is the evening lamp; less for a storm, more for a flash. */
  light(power: number): void;
  /** The arrows of the order of play: 0 clockwise, pi the other way, between them turning over. */
  turnArrows(angle: number): void;
  showArrows(visible: boolean): void;
  label(text: string, colour: string): Label;
  resize(width: number, height: number): void;
  /** Plainer on a device that cannot keep up, by `much` or a little; false when there is nothing left to
   * spare. */
  spare(much: boolean): boolean;
  render(): void;
  dispose(): void;
}
