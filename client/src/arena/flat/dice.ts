/** Dice in SVG: their sides as they are seen, the shadow below them, and the glow around them. */

import { FRAMES, strokeAttributes } from "../finery";
import type { Look } from "../looks";
import { signPaths } from "../signs";
import type { DicePainter, ShownDie } from "../stage";
import type { Box } from "../types";
import { READABLE, sidesSeen } from "./faces";
import { make, put, short, show } from "./svg";
import { byDepth, type FlatView } from "./view";

/** How much larger a die is drawn for a metre of height. */
const NEARER = 1.6;
/** Metres above the ground at which a shadow is gone. */
const SHADOW_REACH = 0.12;
const MOST_SIDES = 3;

type Lying = Required<ShownDie>;

/** How much a glow tints the side that is seen best. */
const TINT = 0.4;
const PLAIN = { scale: 1, ground: 0, glow: null, amount: 0, veil: 0, finish: null };

/** The drawings that all dice of a box share. */
export function dieShapes(box: Box, look: Look): SVGElement[] {
  const { dice } = look;
  const side = make("g", { id: "flat-side" });
  side.append(
    make("rect", { width: 100, height: 100, rx: 17, fill: dice.body }),
    make("rect", { width: 100, height: 100, rx: 17, fill: "url(#flat-sheen)" }),
    make("rect", {
      x: 1.5,
      y: 1.5,
      width: 97,
      height: 97,
      rx: 16,
      fill: "none",
      stroke: "#000",
      "stroke-opacity": 0.3,
      "stroke-width": 3,
    }),
  );
  const signs = Object.values(box.faces).map((face) => {
    const colour = dice.signs[face] ?? dice.sign;
    const one = make("g", { id: `flat-sign-${face}`, transform: "translate(17 17) scale(.66)" });
    if (!dice.bare.includes(face))
      one.append(...signPaths(face, colour).map((path) => make("path", path)));
    return one;
  });
  const frames = Object.entries(FRAMES).map(([finish, strokes]) =>
    make(
      "g",
      { id: `flat-frame-${finish}` },
      ...strokes.map((stroke) => make("path", strokeAttributes(stroke))),
    ),
  );
  return [side, ...signs, ...frames];
}

/** One side of a drawn die. */
class DrawnSide {
  readonly group = make("g");
  readonly #frame = make("use");
  readonly #sign = make("use");
  readonly #shade = make("rect", { width: 100, height: 100, rx: 17, fill: "#000" });

  constructor() {
    const side = make("use", { href: "#flat-side" });
    this.group.append(side, this.#frame, this.#sign, this.#shade);
  }

  draw(face: string, matrix: readonly number[], level: number, { veil, finish }: Lying): void {
    put(this.group, "transform", `matrix(${matrix.map(short).join(" ")})`);
    put(this.#frame, "href", finish ? `#flat-frame-${finish}` : "");
    put(this.#sign, "href", level > READABLE ? `#flat-sign-${face}` : "");
    put(this.#sign, "opacity", 1 - veil);
    put(this.#shade, "opacity", 0.55 * (1 - level));
    show(this.group, true);
  }

  hide(): void {
    show(this.group, false);
  }
}

/** One drawn die. */
class DrawnDie {
  readonly group = make("g");
  readonly shadow = make("circle", { fill: "url(#flat-shadow)" });
  readonly #glow = make("rect", { x: -12, y: -12, width: 124, height: 124, rx: 26 });
  readonly #tint = make("rect", { width: 100, height: 100, rx: 17 });
  readonly #sides = Array.from({ length: MOST_SIDES }, () => new DrawnSide());

  constructor() {
    // Its sign stays dark.
    this.#tint.style.mixBlendMode = "multiply";
    this.group.append(this.#glow, ...this.#sides.map((side) => side.group), this.#tint);
  }

  draw(die: Lying, box: Box, view: FlatView): void {
    const [x, y, z] = die.pose;
    const edge = box.die.edge * die.scale * (1 + NEARER * Math.max(0, z - box.die.edge / 2));
    const at = view.project(x, y, z);
    put(this.group, "transform", `translate(${short(at.x)} ${short(at.y)})`);
    const seeing = (a: number, b: number, c: number) => view.seen(a, b, c);
    const sides = sidesSeen(die.pose, edge * view.scale, seeing);
    this.#sides.forEach((drawn, i) => {
      const side = sides[i];
      if (side) drawn.draw(box.faces[side.axis] ?? "", side.matrix, side.level, die);
      else drawn.hide();
    });
    this.#drawShadow(die, box, view);
    this.#drawGlow(die, sides.at(-1)?.matrix ?? []);
    show(this.group, true);
  }

  hide(): void {
    show(this.group, false);
    show(this.shadow, false);
  }

  #drawShadow({ pose, scale, ground }: Lying, box: Box, view: FlatView): void {
    const [x, y, z] = pose;
    const lift = Math.max(0, z - box.die.edge / 2 - ground);
    const at = view.project(x, y, ground);
    put(this.shadow, "cx", at.x);
    put(this.shadow, "cy", at.y);
    put(this.shadow, "r", box.die.edge * view.scale * scale * (1.05 + 3 * lift));
    put(this.shadow, "opacity", Math.max(0, 1 - lift / SHADOW_REACH));
    show(this.shadow, true);
  }

  /** A frame in its colour around the side that is seen best, and a tint on it. */
  #drawGlow({ glow, amount }: Lying, matrix: readonly number[]): void {
    const strength = [Math.min(1, amount * 1.4), 1 - Math.exp(-TINT * amount)] as const;
    [this.#glow, this.#tint].forEach((one, i) => {
      show(one, glow !== null && amount > 0);
      if (!glow) return;
      put(one, "transform", `matrix(${matrix.map(short).join(" ")})`);
      put(one, "fill", glow);
      put(one, "opacity", strength[i] ?? 0);
    });
  }
}

export class FlatDice implements DicePainter {
  readonly shadows = make("g");
  readonly group = make("g");
  readonly #drawn: DrawnDie[] = [];
  readonly #box: Box;
  readonly #view: FlatView;

  constructor(box: Box, view: FlatView) {
    this.#box = box;
    this.#view = view;
  }

  draw(dice: readonly ShownDie[]): void {
    const lying = dice.map((die): Lying => ({ ...PLAIN, ...die }));
    byDepth(lying, this.#view).forEach((die, i) => {
      this.#slot(i).draw(die, this.#box, this.#view);
    });
    for (const unused of this.#drawn.slice(lying.length)) unused.hide();
  }

  #slot(index: number): DrawnDie {
    const known = this.#drawn[index];
    if (known) return known;
    const fresh = new DrawnDie();
    this.#drawn.push(fresh);
    this.shadows.append(fresh.shadow);
    this.group.append(fresh.group);
    return fresh;
  }
}
