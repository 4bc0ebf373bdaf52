/**
 * What a hit sounds like: from what met what, how hard, and which die it was. Pure.
 * Materials are heard, a harder hit is louder, deeper and longer, and each die has a pitch of its own,
 * so that one hears how many were struck.
 */

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

type KnockMaterial = Pick<Knock, "modes" | "decay" | "noise" | "cut">;

const FOAM: KnockMaterial = {
  modes: [
    [140, 1],
    [260, 0.35],
  ],
  decay: 0.06,
  noise: 0.5,
  cut: 700,
};
const WOOD: KnockMaterial = {
  modes: [
    [230, 1],
    [480, 0.6],
    [950, 0.25],
  ],
  decay: 0.11,
  noise: 0.3,
  cut: 1500,
};
const PLASTIC: KnockMaterial = {
  modes: [
    [620, 1],
    [1480, 0.5],
    [2550, 0.2],
  ],
  decay: 0.05,
  noise: 0.35,
  cut: 2600,
};
const STONE: KnockMaterial = {
  modes: [
    [980, 1],
    [2140, 0.6],
    [3720, 0.35],
  ],
  decay: 0.028,
  noise: 0.5,
  cut: 4200,
};
const BRASS: KnockMaterial = {
  modes: [
    [1240, 1],
    [2870, 0.7],
    [4630, 0.5],
    [6890, 0.2],
  ],
  decay: 0.32,
  noise: 0.12,
  cut: 5000,
};
const IVORY: KnockMaterial = {
  modes: [
    [2350, 1],
    [3900, 0.7],
    [5600, 0.35],
  ],
  decay: 0.03,
  noise: 0.25,
  cut: 5200,
};
const GLASS: KnockMaterial = {
  modes: [
    [3150, 1],
    [5230, 0.8],
    [7900, 0.4],
  ],
  decay: 0.07,
  noise: 0.12,
  cut: 7200,
};
const RESIN: KnockMaterial = {
  modes: [
    [1720, 1],
    [2980, 0.6],
    [4410, 0.2],
  ],
  decay: 0.035,
  noise: 0.3,
  cut: 3800,
};

/** What a die meets in each box; "die" is what its dice are made of. */
const MADE_OF: Readonly<Record<LookName, Readonly<Record<Contact["other"], KnockMaterial>>>> = {
  strike: { mat: FOAM, wall: PLASTIC, rim: PLASTIC, table: WOOD, die: IVORY },
  impact: { mat: FOAM, wall: STONE, rim: STONE, table: WOOD, die: GLASS },
  wizards: { mat: FOAM, wall: STONE, rim: BRASS, table: WOOD, die: RESIN },
};

/** N·s: a die of 4.5 g stopped from about 2 m/s. */
const LOUD_IMPULSE = 0.009;
/** Metres left or right at which a sound is fully in one ear. */
const PAN_REACH = 0.25;
/** Pitches that the dice share out among them, from lowest to highest. */
const PITCHES = 7;
const PITCH_RANGE = 0.24;

export function knockOf(contact: Contact, look: LookName): Knock {
  const material = MADE_OF[look][contact.other];
  const loud = Math.min(1, contact.impulse / LOUD_IMPULSE) ** 0.6;
  const pitch = pitchOf(contact.die) * (1.1 - 0.2 * loud);
  return {
    modes: material.modes.map(([hertz, share]) => [hertz * pitch, share]),
    decay: material.decay * (0.7 + 0.6 * loud),
    noise: material.noise,
    cut: material.cut * (0.6 + 0.6 * loud),
    loud,
    pan: Math.max(-0.8, Math.min(0.8, contact.place[0] / PAN_REACH)),
  };
}

/** Neighbours in number are far apart in pitch. */
function pitchOf(die: number): number {
  return 1 + PITCH_RANGE * (((die * 3) % PITCHES) / (PITCHES - 1) - 0.5);
}
