/** The path of a throw as dots, and a ring where it lands. */

import { flightPath } from "../flick";
import { aimField } from "../seats";
import type { Guide } from "../stage";
import type { Aim, Box } from "../types";
import { make, put, short, show } from "./svg";
import type { FlatView } from "./view";

const POINTS = 16;

export class FlatGuide implements Guide {
  readonly group = make("g", { fill: "none", "stroke-linecap": "round" });
  readonly #path: SVGPolylineElement;
  readonly #ring: SVGCircleElement;
  readonly #view: FlatView;
  readonly #usual: string;

  constructor(view: FlatView, colour: string) {
    this.#view = view;
    this.#usual = colour;
    this.#path = make("polyline", { stroke: colour, "stroke-dasharray": "0.1 11" });
    this.#ring = make("circle", { stroke: colour });
    put(this.#path, "stroke-width", 6);
    put(this.#ring, "stroke-width", 4);
    this.group.append(this.#path, this.#ring);
    show(this.group, false);
  }

  show(aim: Aim | null, box: Box, colour: string | null = null): void {
    show(this.group, aim !== null);
    if (!aim) return;
    for (const part of [this.#path, this.#ring]) put(part, "stroke", colour ?? this.#usual);
    const points = flightPath(aim, box.die.edge, POINTS, aimField(box)).map(([x, y, z]) => {
      const at = this.#view.project(x, y, z);
      return `${short(at.x)},${short(at.y)}`;
    });
    put(this.#path, "points", points.join(" "));
    const mark = this.#view.project(aim.x, aim.y, 0);
    put(this.#ring, "cx", mark.x);
    put(this.#ring, "cy", mark.y);
    put(this.#ring, "r", this.#view.scale * (0.0095 + aim.speed * 0.0042));
  }
}
