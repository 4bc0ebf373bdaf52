/** The dice in the player's own hand: what may be taken, how it is aimed, let go and pushed. No pointer and no keys. */

import { aimOf, ontoMat } from "./flick";
import { extent } from "./seats";
import type { Show } from "./show";
import { Toss } from "./toss";
import type { AimFields } from "./types";

export interface GraspListener {
  /** The player flicked: this is the aim. */
  thrown(aim: AimFields): void;
  /** How hard the flick would be if it were let go now, 0 to 1; null where it would be none. */
  drawn?(strength: number | null): void;
  /** The player let go without a flick: the dice went back. */
  kept?(): void;
  /** A lying die was pushed to a new place. */
  pushed?(die: number, x: number, y: number): void;
  /** A finger or the mouse rests on a lying die: what is it? Null: no more. */
  asked?(die: number | null): void;
}

/** How strongly a die shines that is chosen. */
const MARKED = 0.8;

export class Grasp {
  /** Of whoever throws; null for the colour of the box. */
  aimColour: string | null = null;
  readonly #show: Show;
  readonly #listener: GraspListener;
  #pushable = false;
  #suggested: AimFields | null = null;

  constructor(show: Show, listener: GraspListener) {
    this.#show = show;
    this.#listener = listener;
  }

  // --- what the page asks for -------------------------------------------------------------------

  allowPush(allowed: boolean): void {
    if (this.#pushable && !allowed) this.mark(null);
    this.#pushable = allowed;
  }

  /** One lying die stands out, or none. */
  mark(die: number | null): void {
    const { stage, top } = this.#show;
    for (const [id, one] of top.bodies) {
      one.glow = id === die ? stage.look.accent : null;
      one.shine = id === die ? MARKED : 0;
    }
    this.#show.wake();
  }

  /** A lying die is moved as far as the mat goes; where it is now. */
  slide(die: number, x: number, y: number): { die: number; x: number; y: number } | null {
    const one = this.#show.top.bodies.get(die);
    if (!one) return null;
    const [onX, onY] = ontoMat(this.#show.stage.box, x, y);
    const [, , z, ...turn] = one.pose;
    one.pose = [onX, onY, z, ...turn];
    this.#show.wake();
    return { die, x: onX, y: onY };
  }

  /** A throw that somebody proposes; it stays while one aims. */
  suggest(aim: AimFields | null): void {
    this.#suggested = aim;
    this.showAim(null);
  }

  showAim(aim: AimFields | null): void {
    const { guide, advice, box, look } = this.#show.stage;
    if (aim) guide.show(aim, box, this.aimColour ?? look.accent);
    else guide.hide();
    if (this.#suggested) advice.show(this.#suggested, box, look.accent);
    else advice.hide();
    this.#show.wake();
  }

  /** An aim by keyboard or button: a point on the mat, a side, a strength from 0 to 1. */
  aim(x: number, y: number, side: number, strength: number): AimFields {
    const { box, view } = this.#show.stage;
    const [onX, onY] = ontoMat(box, x, y);
    return aimOf(box, onX, onY, side + view.turn, strength);
  }

  /** Dice thrown by a button or a key leave the hand at once; how they fall is not known yet. */
  letGo(aim: AimFields): void {
    const { stage, top } = this.#show;
    if (!top.throwable || top.tossed.length) return;
    const { y: reach } = extent(stage.box);
    const [x, y] = [reach * Math.cos(aim.side), reach * Math.sin(aim.side)];
    const far = Math.hypot(aim.x - x, aim.y - y) || 1;
    this.hold(x, y);
    this.#toss(aim, [(aim.speed * (aim.x - x)) / far, (aim.speed * (aim.y - y)) / far]);
  }

  /** Puts what the hand holds back. */
  drop(): void {
    this.#show.top.held = null;
    this.showAim(null);
  }

  // --- what the hand does -----------------------------------------------------------------------

  /** May a die be taken at this point of the table? */
  mayTake(x: number, y: number): boolean {
    if (!this.#show.top.throwable) return false;
    return y < -extent(this.#show.stage.box).y + 0.012 && Math.abs(x) < 0.24;
  }

  /** The lying die under the point that may be pushed, or null. */
  mayPush(x: number, y: number): number | null {
    return this.#pushable ? this.#dieAt(x, y) : null;
  }

  hold(x: number, y: number): void {
    const { top } = this.#show;
    top.held = { count: top.throwable, x, y };
    this.#show.wake();
  }

  /** The throw as it would be now; its strength is null where letting go would be no throw. */
  preview(aim: AimFields | null, strength: number | null): void {
    this.showAim(aim);
    this.#listener.drawn?.(strength);
  }

  /** Let go with this aim, while the hand moved so fast on the table. */
  flick(aim: AimFields, velocity: readonly [number, number]): void {
    this.#toss(aim, velocity);
    this.#listener.thrown(aim);
  }

  cancel(): void {
    this.drop();
    this.#listener.kept?.();
  }

  push(die: number, x: number, y: number, last: boolean): void {
    const moved = this.slide(die, x, y);
    if (last && moved) this.#listener.pushed?.(die, moved.x, moved.y);
  }

  viewed(): void {
    this.#show.wake();
  }

  /** The hand rests on a point of the table; null: it went away again. */
  rests(point: readonly [number, number] | null): void {
    const die = point && this.#dieAt(point[0], point[1]);
    if (die !== null || point === null) this.#listener.asked?.(die);
  }

  #dieAt(x: number, y: number): number | null {
    return this.#show.top.dieAt(x, y, this.#show.stage.box.die.edge * 0.75);
  }

  #toss(aim: AimFields, velocity: readonly [number, number]): void {
    const { calm, top } = this.#show;
    top.release(
      ([x, y, z, ...turn]) =>
        new Toss({
          at: [x, y, z],
          velocity: calm ? [0, 0] : velocity,
          mark: [aim.x, aim.y],
          spin: calm ? 0 : aim.spin,
          turn,
        }),
    );
    this.#show.wake();
  }
}
