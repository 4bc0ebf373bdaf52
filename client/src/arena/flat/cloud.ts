/** Smoke and sparks in SVG: one circle a mote. */

import { Motes, type Puff, seen } from "../motes";
import type { Cloud } from "../stage";
import { make, put, show } from "./svg";
import type { FlatView } from "./view";

/** Fewer than in WebGL: each is an element of the page. */
const MOST = 120;

export class FlatCloud implements Cloud {
  readonly group = make("g");
  readonly #motes = new Motes(MOST);
  readonly #drawn: SVGCircleElement[] = [];
  readonly #view: FlatView;

  constructor(view: FlatView) {
    this.#view = view;
  }

  get busy(): boolean {
    return this.#motes.busy;
  }

  burst(puff: Puff): void {
    this.#motes.burst(puff);
  }

  advance(seconds: number): void {
    if (!this.busy) return;
    this.#motes.advance(seconds);
    this.#draw();
  }

  clear(): void {
    this.#motes.clear();
    this.#draw();
  }

  #draw(): void {
    this.#motes.all.forEach((mote, i) => {
      const drawn = this.#drawn[i] ?? this.#more();
      const at = this.#view.project(mote.x, mote.y, mote.z);
      put(drawn, "cx", at.x);
      put(drawn, "cy", at.y);
      put(drawn, "r", Math.max(0, (mote.size / 2) * this.#view.scale));
      put(drawn, "fill", mote.colour);
      put(drawn, "opacity", seen(mote));
      show(drawn, true);
    });
    for (const unused of this.#drawn.slice(this.#motes.all.length)) show(unused, false);
  }

  #more(): SVGCircleElement {
    const fresh = make("circle");
    this.#drawn.push(fresh);
    this.group.append(fresh);
    return fresh;
  }
}
