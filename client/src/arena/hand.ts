/**
 * Pointer and wheel on the arena: turn and zoom the view, take a die and flick it, push lying dice.
 * It only says what the hand did; whether it may is decided by the grasp.
 */

import { flickAim, motion, type Sample, strengthOf } from "./flick";
import type { Grasp } from "./grasp";
import type { Viewing } from "./stage";
import { HAND_HEIGHT } from "./tabletop";
import type { Box } from "./types";

const TURN_PER_PIXEL = 0.0055;
const TILT_PER_PIXEL = 0.0035;
const WHEEL = 0.0011;
/** Milliseconds that a finger or a mouse rests on a die to ask about it. */
const REST_MS = 500;
/** CSS pixels that it may tremble meanwhile. */
const TREMBLE = 8;

type Grip =
  | { kind: "view"; x: number; y: number }
  | { kind: "throw"; samples: Sample[] }
  | { kind: "push"; die: number; x: number; y: number };

export class ArenaHand {
  readonly #surface: HTMLElement;
  readonly #view: () => Viewing;
  readonly #grasp: Grasp;
  readonly #box: () => Box;
  readonly #grips = new Map<number, Grip>();
  readonly #resting = new Resting((x, y) => this.#grasp.rests(this.cast(x, y, 0.008)));
  readonly #over = new AbortController();
  #pinch = 0;

  constructor(surface: HTMLElement, view: () => Viewing, box: () => Box, grasp: Grasp) {
    this.#surface = surface;
    this.#view = view;
    this.#box = box;
    this.#grasp = grasp;
    surface.style.touchAction = "none";
    const { signal } = this.#over;
    surface.addEventListener("pointerdown", this.#down, { signal });
    surface.addEventListener("pointermove", this.#move, { signal });
    surface.addEventListener("pointerup", this.#up, { signal });
    surface.addEventListener("pointercancel", this.#lost, { signal });
    surface.addEventListener("wheel", this.#wheel, { signal, passive: false });
  }

  dispose(): void {
    this.#resting.end();
    this.#over.abort();
  }

  /** The point at the given height that lies under a point of the screen. */
  cast(clientX: number, clientY: number, height: number): [number, number] | null {
    const bounds = this.#surface.getBoundingClientRect();
    return this.#view().cast({ x: clientX - bounds.left, y: clientY - bounds.top }, height);
  }

  readonly #down = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.#surface.setPointerCapture(event.pointerId);
    this.#resting.begin(event);
    const ground = this.cast(event.clientX, event.clientY, 0.008);
    this.#grips.set(event.pointerId, this.#gripFor(event, ground));
  };

  #gripFor(event: PointerEvent, ground: [number, number] | null): Grip {
    if (ground && this.#grips.size === 0) {
      const die = this.#grasp.mayPush(ground[0], ground[1]);
      if (die !== null) return { kind: "push", die, x: ground[0], y: ground[1] };
      if (this.#grasp.mayTake(ground[0], ground[1])) {
        const held = this.cast(event.clientX, event.clientY, HAND_HEIGHT) ?? ground;
        this.#grasp.hold(held[0], held[1]);
        return { kind: "throw", samples: [this.#sample(event, held)] };
      }
    }
    return { kind: "view", x: event.clientX, y: event.clientY };
  }

  readonly #move = (event: PointerEvent): void => {
    const grip = this.#grips.get(event.pointerId);
    if (this.#resting.moved(event, !grip) && !grip) this.#grasp.rests(null);
    if (!grip) return;
    if (grip.kind === "throw") this.#dragThrow(grip.samples, event);
    else if (grip.kind === "push") this.#dragPush(grip, event);
    else this.#dragView(grip, event);
  };

  #dragThrow(samples: Sample[], event: PointerEvent): void {
    const all = event.getCoalescedEvents?.() ?? [];
    for (const part of all.length ? all : [event]) {
      const point = this.cast(part.clientX, part.clientY, HAND_HEIGHT);
      if (point) samples.push(this.#sample(part, point));
    }
    const last = samples[samples.length - 1];
    if (!last) return;
    this.#grasp.hold(last.x, last.y);
    const moved = motion(samples);
    const flicked = flickAim(samples, this.#box());
    const speed = moved ? Math.hypot(moved.vx, moved.vy) : 0;
    this.#grasp.preview(flicked, flicked && strengthOf(speed));
  }

  #dragPush(grip: { die: number; x: number; y: number }, event: PointerEvent): void {
    const point = this.cast(event.clientX, event.clientY, 0.008);
    if (!point) return;
    [grip.x, grip.y] = point;
    this.#grasp.push(grip.die, grip.x, grip.y, false);
  }

  #dragView(grip: { x: number; y: number }, event: PointerEvent): void {
    const dx = event.clientX - grip.x;
    const dy = event.clientY - grip.y;
    grip.x = event.clientX;
    grip.y = event.clientY;
    const fingers = [...this.#grips.values()].filter((other) => other.kind === "view");
    if (fingers.length >= 2) this.#pinched(fingers as { x: number; y: number }[]);
    else this.#view().nudge(-dx * TURN_PER_PIXEL, dy * TILT_PER_PIXEL, 1);
    this.#grasp.viewed();
  }

  #pinched(fingers: { x: number; y: number }[]): void {
    const [a, b] = fingers;
    if (!a || !b) return;
    const apart = Math.hypot(a.x - b.x, a.y - b.y);
    if (this.#pinch > 0 && apart > 0) this.#view().nudge(0, 0, this.#pinch / apart);
    this.#pinch = apart;
  }

  readonly #up = (event: PointerEvent): void => {
    this.#resting.end();
    const grip = this.#grips.get(event.pointerId);
    this.#grips.delete(event.pointerId);
    this.#pinch = 0;
    if (!grip) return;
    if (grip.kind === "push") this.#grasp.push(grip.die, grip.x, grip.y, true);
    if (grip.kind !== "throw") return;
    const samples = this.#still(grip.samples, event);
    const aim = flickAim(samples, this.#box());
    const moved = motion(samples);
    this.#grasp.preview(null, null);
    if (aim) this.#grasp.flick(aim, [moved?.vx ?? 0, moved?.vy ?? 0]);
    else this.#grasp.cancel();
  };

  /** A pause before letting go is no flick: the release itself is the last sample. */
  #still(samples: Sample[], event: PointerEvent): Sample[] {
    const last = samples[samples.length - 1];
    if (!last) return samples;
    const now = event.timeStamp / 1000;
    return now - last.time > 0.08 ? [...samples, { ...last, time: now }] : samples;
  }

  readonly #lost = (event: PointerEvent): void => {
    const grip = this.#grips.get(event.pointerId);
    this.#grips.delete(event.pointerId);
    this.#pinch = 0;
    if (grip?.kind === "throw") {
      this.#grasp.preview(null, null);
      this.#grasp.cancel();
    }
  };

  readonly #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.#view().nudge(0, 0, Math.exp(event.deltaY * WHEEL));
    this.#grasp.viewed();
  };

  #sample(event: PointerEvent, [x, y]: [number, number]): Sample {
    return { x, y, time: event.timeStamp / 1000 };
  }
}

/** Notices a pointer that stays where it is. */
class Resting {
  readonly #rested: (x: number, y: number) => void;
  #timer = 0;
  #at: { readonly x: number; readonly y: number } | null = null;

  constructor(rested: (x: number, y: number) => void) {
    this.#rested = rested;
  }

  begin({ clientX: x, clientY: y }: PointerEvent): void {
    this.end();
    this.#at = { x, y };
    this.#timer = window.setTimeout(() => this.#rested(x, y), REST_MS);
  }

  /** True where it went away from where it rested; a hovering one may rest again. */
  moved(event: PointerEvent, hovers: boolean): boolean {
    const at = this.#at;
    if (at && Math.hypot(event.clientX - at.x, event.clientY - at.y) < TREMBLE) return false;
    this.end();
    if (hovers && event.pointerType === "mouse") this.begin(event);
    return true;
  }

  end(): void {
    window.clearTimeout(this.#timer);
    this.#at = null;
  }
}
