/** The three looks: what each box, its dice and its light are made of. Data only. */

import colours from "../../../src/kessel/game/colours.json";
import { brass, felt, moulded, type Painter, stone } from "./grain";
import type { LookName } from "./types";

export interface Surfacing {
  readonly paint: Painter;
  readonly roughness: number;
  readonly metalness: number;
  /** Height of the painted grain as relief. */
  readonly relief: number;
}

/** Of a box and its dice, here and in the library's pictures; grain and light of a look are laid over. */
interface Colours {
  readonly mat: string;
  readonly wall: string;
  readonly rim: string;
  /** The light edge of rim and wall, where they are drawn flat. */
  readonly edge: string;
  readonly body: string;
  /** Colour of each sign; `sign` where none is named. */
  readonly sign: string;
  readonly signs: Readonly<Record<string, string>>;
  /** Faces that carry no sign at all. */
  readonly bare: readonly string[];
}

const { strike, impact, wizards }: Readonly<Record<LookName, Colours>> = colours;

export interface DiceLook extends Pick<Colours, "body" | "sign" | "signs" | "bare"> {
  /** Clouds in the material, laid over the body. */
  readonly cloud: string;
  readonly cloudiness: number;
  readonly roughness: number;
  readonly clearcoat: number;
  readonly signMetal: number;
  readonly signRoughness: number;
  /** How much a sign shines of its own. */
  readonly signGlow: number;
  readonly depth: number;
  readonly reflection: number;
}

export interface Look {
  readonly name: LookName;
  readonly colours: Colours;
  readonly accent: string;
  readonly mat: Surfacing;
  readonly wall: Surfacing;
  readonly rim: Surfacing;
  readonly outside: Surfacing;
  /** Painted on the rim as it runs round: the signs of the edition, or a line where there are none. */
  readonly inlay: { readonly colour: string; readonly signs: readonly string[] };
  readonly cloth: {
    readonly base: string | null;
    readonly line: string;
    readonly figure: "stitch" | "runes" | "star";
  };
  readonly wood: { readonly base: string; readonly dark: string };
  readonly lamp: string;
  readonly air: string;
  readonly dice: DiceLook;
  /** Millimetres by which hewn edges wander. */
  readonly rough: number;
}

const STRIKE: Look = {
  name: "strike",
  colours: strike,
  accent: "#ff6a3d",
  mat: { paint: felt(strike.mat), roughness: 1, metalness: 0, relief: 0.12 },
  wall: { paint: moulded(strike.wall), roughness: 0.62, metalness: 0, relief: 0.12 },
  rim: { paint: moulded(strike.rim), roughness: 0.4, metalness: 0, relief: 0.1 },
  outside: { paint: moulded("#3a281d"), roughness: 0.55, metalness: 0, relief: 0.15 },
  inlay: { colour: "#f0a24a", signs: [] },
  cloth: { base: "#2a201b", line: "#a5532f", figure: "stitch" },
  wood: { base: "#8a532a", dark: "#1c0f06" },
  lamp: "#ffd9a8",
  air: "#2b3550",
  dice: {
    ...strike,
    cloud: "#e2cda4",
    cloudiness: 0.35,
    roughness: 0.34,
    clearcoat: 0.25,
    signMetal: 0,
    signRoughness: 0.7,
    signGlow: 0,
    depth: 1.6,
    reflection: 0.7,
  },
  rough: 0,
};

const IMPACT: Look = {
  name: "impact",
  colours: impact,
  accent: "#3fd0b0",
  mat: { paint: felt(impact.mat), roughness: 1, metalness: 0, relief: 0.12 },
  wall: { paint: stone(impact.wall, "#1d2021"), roughness: 0.86, metalness: 0, relief: 1.3 },
  rim: { paint: stone(impact.rim, "#202322"), roughness: 0.84, metalness: 0, relief: 1.4 },
  outside: { paint: stone("#5a5f61", "#181a1a"), roughness: 0.92, metalness: 0, relief: 1.6 },
  inlay: { colour: "#18c9a4", signs: ["fire", "water", "stone", "lightning", "air"] },
  cloth: { base: "#1b1e1d", line: "#2f6d60", figure: "runes" },
  wood: { base: "#6b4429", dark: "#140b05" },
  lamp: "#ffcf9a",
  air: "#27424a",
  dice: {
    ...impact,
    cloud: "#c4d2e0",
    cloudiness: 0.85,
    roughness: 0.12,
    clearcoat: 1,
    signMetal: 0,
    signRoughness: 0.55,
    signGlow: 0.22,
    depth: 1.3,
    reflection: 1.15,
  },
  rough: 1.1,
};

const WIZARDS: Look = {
  name: "wizards",
  colours: wizards,
  accent: "#e3b45c",
  mat: { paint: felt(wizards.mat), roughness: 1, metalness: 0, relief: 0.12 },
  wall: { paint: stone(wizards.wall, "#2c261f"), roughness: 0.82, metalness: 0, relief: 0.9 },
  rim: { paint: brass(wizards.rim), roughness: 0.34, metalness: 0.92, relief: 0.5 },
  outside: { paint: stone("#7a6f60", "#241f19"), roughness: 0.88, metalness: 0, relief: 1.1 },
  inlay: {
    colour: "#3a2308",
    signs: ["immobulus", "relashio", "accio", "wingardium", "confundo"],
  },
  cloth: { base: null, line: "#c99a45", figure: "star" },
  wood: { base: "#6e3f1f", dark: "#170c05" },
  lamp: "#ffd6a0",
  air: "#2c2a55",
  dice: {
    ...wizards,
    cloud: "#3f56a8",
    cloudiness: 0.55,
    roughness: 0.22,
    clearcoat: 0.8,
    signMetal: 0.75,
    signRoughness: 0.3,
    signGlow: 0.3,
    depth: 1.1,
    reflection: 1.0,
  },
  rough: 0.5,
};

export const LOOKS: Readonly<Record<LookName, Look>> = {
  strike: STRIKE,
  impact: IMPACT,
  wizards: WIZARDS,
};
