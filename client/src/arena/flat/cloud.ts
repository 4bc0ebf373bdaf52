/** Smoke and sparks in SVG: one circle a mote. */

import { Cloud, type Mote, seen } from "../motes";
import { make, put, show } from "./svg";
import type { FlatView } from "./view";

/** Fewer than in WebGL: each is an element of the page. */
const MOST = 120;

export class FlatCloud extends Cloud {
  readonly group = make("g");
  readonly #drawn: SVGCircleElement[] = [];
  readonly #view: FlatView;

  constructor(view: FlatView) {
    super(MOST);
    this.#view = view;
  }

  protected draw(motes: readonly Mote[]): void {
    motes.forEach((mote, i) => {
      const drawn = this.#drawn[i] ?? this.#more();
      const at = this.#view.project(mote.x, mote.y, mote.z);
      put(drawn, "cx", at.x);
      put(drawn, "cy", at.y);
      put(drawn, "r", Math.max(0, (mote.size / 2) * this.#view.scale));
      put(drawn, "fill", mote.colour);
      put(drawn, "opacity", seen(mote));
      show(drawn, true);
    });
    for (const unused of this.#drawn.slice(motes.length)) show(unused, false);
  }

  #more(): SVGCircleElement {
    const fresh = make("circle");
    this.#drawn.push(fresh);
    this.group.append(fresh);
    return fresh;
  }
}
