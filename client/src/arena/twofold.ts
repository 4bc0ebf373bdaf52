/** Two stages, of which one is seen: the flat one from the first moment on, the one in 3D once that is
 * ready, and the flat one again where 3D is far too slow, or its graphics card is lost. */

import type { Mat } from "../protocol";
import type { Look } from "./looks";
import type { Cloud } from "./motes";
import type { DicePainter, Guide, Label, Stage, Viewing } from "./stage";
import type { Box, LookName } from "./types";

/** A stage that may be lost. */
export interface Losable extends Stage {
  onLost: () => void;
}

interface Depth {
  /** The one in 3D; null where it cannot be had. */
  readonly stage: Promise<Losable | null>;
  /** However slow it is. */
  readonly isWished: boolean;
  /** It was given up. */
  onFlat(): void;
}

export class Twofold implements Stage {
  onReady = () => undefined;
  /** Until the one in 3D is seen, or there is none. */
  awaits = true;
  readonly #surface: HTMLElement;
  readonly #flat: Stage;
  readonly #depth: Depth;
  /** What the one in 3D is told, too, when it comes. */
  readonly #told = new Map<string, (stage: Stage) => void>();
  #solid: Losable | null = null;
  #seen: Stage;
  #gone = false;

  constructor(surface: HTMLElement, flat: Stage, depth: Depth) {
    this.#surface = surface;
    this.#flat = this.#seen = flat;
    this.#depth = depth;
    surface.replaceChildren(flat.picture);
    void depth.stage.then((one) => {
      if (one) this.#prepare(one);
      else this.awaits = false;
    });
  }

  get picture(): Element {
    return this.#seen.picture;
  }

  get look(): Look {
    return this.#seen.look;
  }

  get box(): Box {
    return this.#seen.box;
  }

  get view(): Viewing {
    return this.#seen.view;
  }

  get dice(): DicePainter {
    return this.#seen.dice;
  }

  get guide(): Guide {
    return this.#seen.guide;
  }

  get advice(): Guide {
    return this.#seen.advice;
  }

  get smoke(): Cloud {
    return this.#seen.smoke;
  }

  get sparks(): Cloud {
    return this.#seen.sparks;
  }

  get behind(): number {
    return this.#seen.behind;
  }

  get drawCalls(): number {
    return this.#seen.drawCalls;
  }

  dress(name: LookName): void {
    this.#tell("dress", (stage) => stage.dress(name));
  }

  spread(mat: Mat | null): void {
    this.#tell("spread", (stage) => stage.spread(mat));
  }

  light(power: number): void {
    this.#tell("light", (stage) => stage.light(power));
  }

  turnArrows(angle: number): void {
    this.#tell("turnArrows", (stage) => stage.turnArrows(angle));
  }

  showArrows(visible: boolean): void {
    this.#tell("showArrows", (stage) => stage.showArrows(visible));
  }

  resize(width: number, height: number): void {
    this.#tell("resize", (stage) => stage.resize(width, height));
  }

  label(text: string, colour: string): Label {
    return this.#seen.label(text, colour);
  }

  spare(much: boolean): boolean {
    const stays = !much || this.#depth.isWished || this.#seen === this.#flat;
    if (stays) return this.#seen.spare(much);
    this.#giveUp();
    return true;
  }

  render(): void {
    this.#seen.render();
  }

  dispose(): void {
    this.#gone = true;
    this.#solid?.dispose();
    this.#flat.dispose();
  }

  #tell(what: string, tell: (stage: Stage) => void): void {
    this.#told.set(what, tell);
    tell(this.#flat);
    if (this.#solid) tell(this.#solid);
  }

  #prepare(solid: Losable): void {
    if (this.#gone) {
      solid.dispose();
      return;
    }
    this.#solid = solid;
    solid.onReady = () => this.#show(solid);
    solid.onLost = () => this.#giveUp();
    for (const tell of this.#told.values()) tell(solid);
  }

  /** Seen from where the other was looked at. */
  #show(stage: Stage): void {
    if (stage !== this.#seen) {
      this.awaits = false;
      const { turn } = this.view;
      this.#seen = stage;
      this.view.nudge(turn - this.view.turn, 0, 1);
      this.#surface.replaceChildren(stage.picture);
    }
    this.onReady();
  }

  #giveUp(): void {
    const solid = this.#solid;
    if (!solid) return;
    this.#solid = null;
    this.awaits = false;
    this.#show(this.#flat);
    solid.dispose();
    this.#depth.onFlat();
  }
}
