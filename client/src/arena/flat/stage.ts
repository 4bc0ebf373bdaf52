/** The arena in SVG, from above: for browsers without WebGL, and for whoever likes it better. */

import type { Mat } from "../../protocol";
import { LOOKS, type Look } from "../looks";
import { BOXES, type Label, type Stage } from "../stage";
import type { Box, LookName } from "../types";
import { FlatCloud } from "./cloud";
import { dieShapes, FlatDice } from "./dice";
import { FlatGuide } from "./guide";
import { make, put, short, show } from "./svg";
import { drawArrows, drawBox, drawFigure, shades } from "./table";
import { FlatView } from "./view";

/** Everything that a look brings. */
interface Dressed {
  readonly look: Look;
  readonly dice: FlatDice;
  /** What lies on the table, in millimetres. */
  readonly ground: SVGGElement;
  readonly arrows: SVGGElement;
  /** What lies on the mat. */
  readonly figure: SVGGElement;
}

export class FlatStage implements Stage {
  onReady = () => undefined;
  readonly behind = 0.006;
  /** Nothing is sent to a graphics card. */
  readonly drawCalls = 0;
  readonly view = new FlatView();
  readonly smoke = new FlatCloud(this.view);
  readonly sparks = new FlatCloud(this.view);
  readonly guide = new FlatGuide(this.view);
  readonly advice = new FlatGuide(this.view);
  readonly picture = make("svg", { width: "100%", height: "100%", "aria-hidden": "true" });
  readonly #labels = make("g", { "text-anchor": "middle", "font-weight": 800 });
  readonly #night = make("rect", { width: "100%", height: "100%", opacity: 0 });
  #dressed: Dressed;
  #mat: Mat | null = null;

  constructor() {
    this.#dressed = this.#dressAs(LOOKS.strike);
  }

  get look(): Look {
    return this.#dressed.look;
  }

  get box(): Box {
    return BOXES[this.look.name];
  }

  get dice(): FlatDice {
    return this.#dressed.dice;
  }

  dress(name: LookName): void {
    if (name === this.look.name) return;
    this.#dressed = this.#dressAs(LOOKS[name]);
    this.spread(this.#mat);
  }

  spread(mat: Mat | null): void {
    this.#mat = mat;
    this.#dressed.figure.replaceChildren(...drawFigure(this.box, mat));
  }

  light(power: number): void {
    put(this.#night, "fill", power > 1 ? "#fff" : "#000");
    put(this.#night, "opacity", Math.min(0.75, Math.abs(power - 1) * (power > 1 ? 0.3 : 1)));
  }

  turnArrows(angle: number): void {
    put(this.#dressed.arrows, "transform", `scale(${short(Math.cos(angle))} 1)`);
  }

  showArrows(visible: boolean): void {
    show(this.#dressed.arrows, visible);
  }

  label(text: string, colour: string): Label {
    const drawn = make("text", { fill: colour, stroke: "#0a0705", "paint-order": "stroke" });
    drawn.textContent = text;
    this.#labels.append(drawn);
    return {
      move: (x, y, z, opacity) => {
        const at = this.view.project(x, y, z);
        put(drawn, "x", at.x);
        put(drawn, "y", at.y);
        put(drawn, "font-size", this.view.scale * 0.026);
        put(drawn, "stroke-width", this.view.scale * 0.004);
        put(drawn, "opacity", opacity);
      },
      remove: () => drawn.remove(),
    };
  }

  resize(width: number, height: number): void {
    this.view.resize(width, height);
  }

  spare(): boolean {
    return false;
  }

  /** The dice were drawn when they were committed; here the table follows the view. */
  render(): void {
    const { x, y } = this.view.middle;
    const size = short(this.view.scale / 1000);
    const turn = short((this.view.turn * 180) / Math.PI);
    const place = `translate(${short(x)} ${short(y)}) rotate(${turn}) scale(${size} -${size})`;
    put(this.#dressed.ground, "transform", place);
  }

  dispose(): void {
    this.picture.remove();
  }

  #dressAs(look: Look): Dressed {
    const box = BOXES[look.name];
    const defs = shades(look);
    defs.append(...dieShapes(box, look));
    const dice = new FlatDice(box, this.view);
    const arrows = drawArrows(box, look.accent);
    const figure = make("g");
    const ground = make("g", {}, drawBox(box, look), figure, arrows);
    this.smoke.clear();
    this.sparks.clear();
    this.guide.hide();
    this.advice.hide();
    this.picture.replaceChildren(
      defs,
      make("rect", { width: "100%", height: "100%", fill: "url(#flat-table)" }),
      ground,
      dice.shadows,
      this.smoke.group,
      dice.group,
      this.sparks.group,
      this.advice.group,
      this.guide.group,
      this.#night,
      this.#labels,
    );
    return { look, dice, ground, arrows, figure };
  }
}
