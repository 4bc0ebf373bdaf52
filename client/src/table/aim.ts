/** Aiming without a flick: arrow keys move the mark, holding gives strength, letting go throws. */

import { signal } from "@preact/signals";
import type { Aim } from "../arena/types";
import { director } from "./display";

const STEP = 0.006;
const TURN_STEP = 0.12;
const REACH = { x: 0.075, y: 0.058 };
/** Seconds of holding for full strength. */
const FULL_HOLD = 1.1;
/** The farthest a key may turn the side one throws from, to either hand. */
const WIDEST = 1.3;

export const strength = signal(0);

let x = 0;
let y = 0;
let side = 0;
let heldSince = 0;
let frame = 0;

function current(): Aim | null {
  return director.value?.arena.aim(x, y, -Math.PI / 2 + side, strength.value) ?? null;
}

function show(): void {
  director.value?.arena.showAim(current());
}

function within(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

/** True where the key was one for aiming. */
export function aimKey(key: string): boolean {
  const moves: Record<string, () => void> = {
    ArrowLeft: () => {
      x = within(x - STEP, REACH.x);
    },
    ArrowRight: () => {
      x = within(x + STEP, REACH.x);
    },
    ArrowUp: () => {
      y = within(y + STEP, REACH.y);
    },
    ArrowDown: () => {
      y = within(y - STEP, REACH.y);
    },
    ",": () => {
      side = within(side - TURN_STEP, WIDEST);
    },
    ".": () => {
      side = within(side + TURN_STEP, WIDEST);
    },
  };
  const move = moves[key];
  if (!move) return false;
  move();
  show();
  return true;
}

export function charge(): void {
  if (heldSince) return;
  heldSince = performance.now();
  const grow = () => {
    const held = (performance.now() - heldSince) / 1000;
    const wave = (held / FULL_HOLD) % 2;
    strength.value = wave <= 1 ? wave : 2 - wave;
    show();
    frame = requestAnimationFrame(grow);
  };
  grow();
}

/** Lets go: the aim with the strength reached, or null where nothing was held. */
export function letGo(): Aim | null {
  if (!heldSince) return null;
  cancelAnimationFrame(frame);
  const aim = current() ?? plainAim();
  heldSince = 0;
  strength.value = 0;
  director.value?.arena.showAim(null);
  return aim;
}

export function calmDown(): void {
  cancelAnimationFrame(frame);
  heldSince = 0;
  strength.value = 0;
  director.value?.arena.showAim(null);
}

/** Where no arena can be drawn, a gentle throw into the middle. */
function plainAim(): Aim {
  const hard = strength.value;
  return {
    x,
    y,
    side: -Math.PI / 2 + side,
    speed: 0.7 + 1.6 * hard,
    height: 0.085 + 0.08 * hard,
    spin: 12 + 38 * hard,
  };
}
