/** Aiming without a flick: arrow keys move the mark; a tap throws firmly, holding chooses the strength. */

import { signal } from "@preact/signals";
import boxes from "../arena/boxes.json";
import { aimOf, ontoMat } from "../arena/flick";
import type { AimFields, Box } from "../arena/types";
import { FIRST_EDITION, familyOf } from "../game/editions";
import { coachAims } from "../settings";
import type { PageState } from "../state";
import { director } from "./display";

const STEP = 0.006;
const TURN_STEP = 0.12;
const REACH = { x: 0.075, y: 0.058 };
/** The farthest a key may turn the side one throws from, to either hand. */
const WIDEST = 1.3;
/** By how much keys move the mark, and turn the side one throws from. */
const MOVES: Readonly<Record<string, readonly [x: number, y: number, side: number]>> = {
  ArrowLeft: [-STEP, 0, 0],
  ArrowRight: [STEP, 0, 0],
  ArrowUp: [0, STEP, 0],
  ArrowDown: [0, -STEP, 0],
  ",": [0, 0, -TURN_STEP],
  ".": [0, 0, TURN_STEP],
};
/** Strength of a tap, and where holding begins: the firm throw of the box. */
export const FIRM = 0.5;
/** A press that is let go within this many seconds is a tap. */
const TAP_SECONDS = 0.2;
/** Seconds of holding from the gentlest throw to the wildest, or back. */
const SWEEP_SECONDS = 1.2;

/** How hard it would be if it were let go now, from 0 to 1; null while nothing is drawn or held. */
export const strength = signal<number | null>(null);

let x = 0;
let y = 0;
let side = 0;
let heldSince = 0;
let frame = 0;

/** The named throw that a strength is nearest to, as the coach tells them apart. */
export function strengthName(value: number): "gentle" | "firm" | "wild" {
  return value < 0.25 ? "gentle" : value < 0.75 ? "firm" : "wild";
}

/** Firm for a tap; from there harder, then gentler, and so on while it is held. */
export function strengthAfter(seconds: number): number {
  const swept = FIRM + Math.max(0, seconds - TAP_SECONDS) / SWEEP_SECONDS;
  const wave = swept % 2;
  return wave <= 1 ? wave : 2 - wave;
}

/** The aim of keys and buttons, with a strength from 0 to 1. */
export function aimWith(page: PageState, hard: number): AimFields {
  const facing = -Math.PI / 2 + side;
  return director.value?.arena.grasp.aim(x, y, facing, hard) ?? plainAim(page, facing, hard);
}

/** The same where no arena is drawn, which nobody can turn. */
function plainAim(page: PageState, facing: number, hard: number): AimFields {
  const box = boxes[familyOf(page.table.value.info?.edition ?? FIRST_EDITION)] as unknown as Box;
  return aimOf(box, ...ontoMat(box, x, y), facing, hard);
}

/** The throw that the coach proposes now, if that is wished and it is one's throw. */
export function advised(page: PageState): AimFields | null {
  const { acting, table } = page;
  const { advice, game } = table.value;
  const now = advice !== null && advice.state === game?.state && acting.value !== null;
  return now && coachAims.value ? advice.aim : null;
}

function show(page: PageState): void {
  director.value?.arena.grasp.showAim(aimWith(page, strength.value ?? FIRM));
}

function within(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

/** True where the key was one for aiming. */
export function aimKey(page: PageState, key: string): boolean {
  const move = MOVES[key];
  if (!move) return false;
  x = within(x + move[0], REACH.x);
  y = within(y + move[1], REACH.y);
  side = within(side + move[2], WIDEST);
  show(page);
  return true;
}

/** A flick is being drawn: what it would be if it were let go now. */
export function showStrength(value: number | null): void {
  strength.value = value;
}

/** A press begins. */
export function charge(page: PageState): void {
  if (heldSince) return;
  heldSince = performance.now();
  const grow = () => {
    strength.value = strengthAfter((performance.now() - heldSince) / 1000);
    show(page);
    frame = requestAnimationFrame(grow);
  };
  grow();
}

/** Lets go: the aim with the strength that was shown last, or null where nothing was held. */
export function letGo(page: PageState): AimFields | null {
  if (!heldSince) return null;
  const aim = aimWith(page, strength.value ?? FIRM);
  calmDown();
  return aim;
}

export function calmDown(): void {
  cancelAnimationFrame(frame);
  heldSince = 0;
  strength.value = null;
  director.value?.arena.grasp.showAim(null);
}
