/** What a hit sounds like: from what met what, how hard, and which die it was, so that one hears how many were struck. Pure. */

import { clamp } from "./motions";
import type { Contact, LookName } from "./types";

export interface Knock {
  /** Resonances in Hz with their share of the loudness. */
  readonly modes: readonly (readonly [number, number])[];
  /** Seconds. */
  readonly decay: number;
  /** Share of noise in the knock, and where its filter sits. */
  readonly noise: number;
  readonly cut: number;
  /** 0 to 1. */
  readonly loud: number;
  /** -1 left, 1 right. */
  readonly pan: number;
}

interface Material extends Pick<Knock, "decay" | "noise" | "cut"> {
  /** Resonances, and the share of the loudness that each has. */
  readonly hertz: readonly number[];
  readonly shares: readonly number[];
}

const MATERIALS = {
  foam: { hertz: [140, 260], shares: [1, 0.35], decay: 0.06, noise: 0.5, cut: 700 },
  wood: { hertz: [230, 480, 950], shares: [1, 0.6, 0.25], decay: 0.11, noise: 0.3, cut: 1500 },
  plastic: { hertz: [620, 1480, 2550], shares: [1, 0.5, 0.2], decay: 0.05, noise: 0.35, cut: 2600 },
  stone: { hertz: [980, 2140, 3720], shares: [1, 0.6, 0.35], decay: 0.028, noise: 0.5, cut: 4200 },
  brass: {
    hertz: [1240, 2870, 4630, 6890],
    shares: [1, 0.7, 0.5, 0.2],
    decay: 0.32,
    noise: 0.12,
    cut: 5000,
  },
  ivory: { hertz: [2350, 3900, 5600], shares: [1, 0.7, 0.35], decay: 0.03, noise: 0.25, cut: 5200 },
  glass: { hertz: [3150, 5230, 7900], shares: [1, 0.8, 0.4], decay: 0.07, noise: 0.12, cut: 7200 },
  resin: { hertz: [1720, 2980, 4410], shares: [1, 0.6, 0.2], decay: 0.035, noise: 0.3, cut: 3800 },
} as const satisfies Readonly<Record<string, Material>>;

type MadeOf = Readonly<Record<Contact["other"], keyof typeof MATERIALS>>;

/** What a die meets in each box; "die" is what its dice are made of. */
const MADE_OF: Readonly<Record<LookName, MadeOf>> = {
  strike: { mat: "foam", wall: "plastic", rim: "plastic", table: "wood", die: "ivory" },
  impact: { mat: "foam", wall: "stone", rim: "stone", table: "wood", die: "glass" },
  wizards: { mat: "foam", wall: "stone", rim: "brass", table: "wood", die: "resin" },
};

/** N·s: a die of 4.5 g stopped from about 2 m/s. */
const LOUD_IMPULSE = 0.009;
/** Metres left or right at which a sound is fully in one ear. */
const PAN_REACH = 0.25;
/** Pitches that the dice share out among them, from lowest to highest. */
const PITCHES = 7;
const PITCH_RANGE = 0.24;

export function knockOf(contact: Contact, look: LookName): Knock {
  const material: Material = MATERIALS[MADE_OF[look][contact.other]];
  const loud = Math.min(1, contact.impulse / LOUD_IMPULSE) ** 0.6;
  const pitch = pitchOf(contact.die) * (1.1 - 0.2 * loud);
  return {
    modes: material.hertz.map((hertz, i) => [hertz * pitch, material.shares[i] ?? 0]),
    decay: material.decay * (0.7 + 0.6 * loud),
    noise: material.noise,
    cut: material.cut * (0.6 + 0.6 * loud),
    loud,
    pan: clamp(contact.place[0] / PAN_REACH, -0.8, 0.8),
  };
}

/** Neighbours in number are far apart in pitch. */
function pitchOf(die: number): number {
  return 1 + PITCH_RANGE * (((die * 3) % PITCHES) / (PITCHES - 1) - 0.5);
}
