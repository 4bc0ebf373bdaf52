/** The opponents as they look: a colour each, and of what their portrait is drawn. Pure. */

import { BOT_NAMES, LEVELS, type Level } from "../protocol";

export interface Look {
  /** Of what stands behind the face, light enough for dark lines. */
  readonly colour: string;
  readonly skin: string;
  readonly hair: string;
  /** Strokes and shapes in a box of 48: what is filled with hair, and what is only drawn. */
  readonly hairShape: string;
  readonly lines: string;
  /** Something worn, in its own colour. */
  readonly worn: string;
  readonly wornColour: string;
}

export const LOOKS: Readonly<Record<Level, Look>> = {
  // Two plaits, big round eyes, a small mouth.
  beginner: {
    colour: "#a9d98a",
    skin: "#f6d3b3",
    hair: "#c9762f",
    hairShape:
      "M12 24c-1-11 5-16 12-16s13 5 12 16c-3-5-8-8-12-8s-9 3-12 8zM11 22c-5 3-6 9-4 14 3-2 5-6 5-11zM37 22c5 3 6 9 4 14-3-2-5-6-5-11z",
    lines: "M19 25.500v.01M29 25.500v.01M22 33.500q2 1.500 4 0",
    worn: "M7 36.500a2 2 0 104 0 2 2 0 00-4 0zM37 36.500a2 2 0 104 0 2 2 0 00-4 0z",
    wornColour: "#e0567a",
  },
  // A flat cap, a full beard, a broad grin.
  gambler: {
    colour: "#ff9a6b",
    skin: "#eebd96",
    hair: "#3d2417",
    hairShape: "M12.500 25c0 12 5 17 11.500 17s11.500-5 11.500-17c-2 3-4 5-6 5h-11c-2 0-4-2-6-5z",
    lines: "M18 23.500v.01M30 23.500v.01M15 20.500l5 1M33 20.500l-5 1M19 34q5 4 10 0",
    worn: "M10 19c1-8 7-11 14-11s14 3 15 9c-8-2-14-2-20-1-4 1-7 2-9 3z",
    wornColour: "#7d2b22",
  },
  // White hair in a knot, half-moon glasses, a shawl.
  careful: {
    colour: "#9cc7e8",
    skin: "#f3cfb4",
    hair: "#f4f1ea",
    hairShape:
      "M20 7a4.500 4.500 0 118 0 4.500 4.500 0 01-8 0zM12 24c-1-9 4-14 12-14s13 5 12 14c-3-5-6-7-12-7s-9 2-12 7z",
    lines:
      "M15.500 26.500h7q0 4-3.500 4t-3.500-4zM25.500 26.500h7q0 4-3.500 4t-3.500-4zM22.500 27h3M20 35.500q4 2 8 0",
    worn: "M9 48c1-7 6-9 15-9s14 2 15 9z",
    wornColour: "#5a6fa8",
  },
  // A parting drawn with a ruler, a moustache, a bow tie.
  rule: {
    colour: "#f2d16b",
    skin: "#dba67e",
    hair: "#1f1a17",
    hairShape:
      "M12 23c-1-9 4-14 12-14s13 5 12 14l-3-5-14-2-4 2zM16 32c3-3 6-2 8-.500 2-1.500 5-2.500 8 .5-3 2-6 2-8 0-2 2-5 2-8 0z",
    lines: "M19 25v.01M29 25v.01M16.500 21.500h5M26.500 21.500h5M21.500 36h5",
    worn: "M24 43l-7-3.500v7zM24 43l7-3.500v7z",
    wornColour: "#b3352d",
  },
  // Round glasses, a fringe, a pencil behind the ear.
  exact: {
    colour: "#cbb0f0",
    skin: "#c68a63",
    hair: "#2b1b2e",
    hairShape:
      "M10 36c-2-18 4-28 14-28s16 10 14 28l-4-2c1-6 1-10 0-13-6 0-9-2-12-5-2 3-4 5-8 6-1 4-1 8 0 12z",
    lines:
      "M14.500 26.500a4.300 4.300 0 108.600 0 4.300 4.300 0 00-8.600 0zM24.900 26.500a4.300 4.300 0 108.600 0 4.300 4.300 0 00-8.600 0zM23 26h2M18.800 26.500v.01M29.200 26.500v.01M21 35.500h6",
    worn: "M33 15l9-6 1.500 2.300-9 6z",
    wornColour: "#f2b632",
  },
  // Silver hair swept back, a falcon's nose, a monocle.
  master: {
    colour: "#6fd0c0",
    skin: "#e9c3a1",
    hair: "#8d949c",
    hairShape: "M11 25c-2-12 5-18 13-18 9 0 15 6 13 18-2-6-4-9-8-11-5 2-11 2-15 1-2 3-3 6-3 10z",
    lines:
      "M18.500 25.500v.01M15.500 22l6 .8M33 21.500l-6 1.300M24.500 24l-2.300 6.500h3M25.500 26a4 4 0 108 0 4 4 0 00-8 0zM29.500 26v.01M32.500 29.500l2 8M20.500 36q4 1 7-1",
    worn: "M12 48l4-8 8 5 8-5 4 8z",
    wornColour: "#1f2c3a",
  },
};

export function isLevel(name: string | null | undefined): name is Level {
  return LEVELS.some((level) => level === name);
}

/** What the opponent of a level is called; one from elsewhere by its own name. */
export function botName(level: string): string {
  return isLevel(level) ? BOT_NAMES[level] : level;
}

/** Whom to play: the one chosen, then those nearest in strength, the easier first; nobody twice as long as there are others. */
export function company(levels: readonly string[], chosen: string | null, count: number): string[] {
  const at = Math.max(0, levels.indexOf(chosen ?? ""));
  const near = levels
    .map((level, i) => ({ level, far: Math.abs(i - at) + (i > at ? 0.5 : 0) }))
    .sort((a, b) => a.far - b.far)
    .map((one) => one.level);
  return Array.from({ length: near.length ? count : 0 }, (_, i) => near[i % near.length] as string);
}
