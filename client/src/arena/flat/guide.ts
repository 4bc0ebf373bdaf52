/** The path of a throw as dots, and a ring where it lands. */

import { flightPath } from "../flick";
import { aimField } from "../seats";
import type { Guide } from "../stage";
import type { AimFields, Box } from "../types";
import { make, put, short, show } from "./svg";
import type { FlatView } from "./view";

const POINTS = 16;

export class FlatGuide implements Guide {
  readonly group = make("g", { fill: "none", "stroke-linecap": "round" });
  readonly #path = make("polyline", { "stroke-dasharray": "0.1 11", "stroke-width": 6 });
  readonly #ring = make("circle", { "stroke-width": 4 });
  readonly #view: FlatView;

  constructor(view: FlatView) {
    this.#view = view;
    this.group.append(this.#path, this.#ring);
    this.hide();
  }

  hide(): void {
    show(this.group, false);
  }

  show(aim: AimFields, box: Box, colour: string): void {
    show(this.group, true);
    put(this.group, "stroke", colour);
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
