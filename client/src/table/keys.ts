/** The whole game by keyboard: aim, hold, let go, push, end, skip, turn the arena. */

import { useEffect } from "preact/hooks";
import type { DieView } from "../protocol";
import { type Session, useSession } from "../session";
import type { PageState } from "../state";
import { aimKey, charge, letGo } from "./aim";
import { endTurn, pushDie, throwNow } from "./commands";
import { director } from "./display";
import { explainNext, explainNothing } from "./explained";
import { openPanel } from "./topbar";

const VIEW_KEYS: Readonly<Record<string, (page: PageState) => void>> = {
  "[": () => director.value?.arena.turn(0.2),
  "]": () => director.value?.arena.turn(-0.2),
  "+": () => director.value?.arena.zoom(0.88),
  "-": () => director.value?.arena.zoom(1.14),
  "0": () => director.value?.arena.home(),
  "?": () => {
    openPanel.value = "keys";
  },
  i: explainNext,
  Escape: explainNothing,
};

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, select, textarea, dialog, summary") !== null
  );
}

/** A button that has the focus is pressed by these keys; all others are the arena's. */
function pressing(event: KeyboardEvent): boolean {
  const keyed = event.key === " " || event.key === "Enter";
  return keyed && event.target instanceof HTMLElement && event.target.closest("button, a") !== null;
}

/** A key of the game goes down. */
export function keyDown(session: Session, event: KeyboardEvent): void {
  const { acting } = session.page;
  if (typing(event.target) || pressing(event)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (acting.value !== null && pushKey(session.page, event.key)) event.preventDefault();
  else if (acting.value !== null && (aimKey(session.page, event.key) || event.key === " ")) {
    event.preventDefault();
    if (event.key === " " && !event.repeat) charge(session.page);
  } else if (event.key === "e") endTurn(session);
  else if (event.key === "s") director.value?.skip();
  else VIEW_KEYS[event.key]?.(session.page);
}

/** The space bar is let go: that throws. */
export function keyUp(session: Session, event: KeyboardEvent): void {
  pushEnds(session, event.key);
  if (event.key !== " " || typing(event.target) || pressing(event)) return;
  const aim = letGo(session.page);
  if (aim) throwNow(session, aim);
}

export function useKeys(): void {
  const session = useSession();
  useEffect(() => {
    const down = (event: KeyboardEvent) => keyDown(session, event);
    const up = (event: KeyboardEvent) => keyUp(session, event);
    window.addEventListener("keydown", down);
    window.addEventListener("keyup", up);
    return () => {
      window.removeEventListener("keydown", down);
      window.removeEventListener("keyup", up);
    };
  }, []);
}

/** Pushing: N chooses a die that lies there, arrows move it, letting go leaves it where it is. */
const STEP = 0.004;
const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

let chosen = 0;
let moved: { readonly die: number; readonly x: number; readonly y: number } | null = null;

function lying(page: PageState): DieView[] {
  return (page.table.value.game?.arena ?? []).flatMap(({ dice }) => dice.slice(0, 1));
}

/** True where the key was one for pushing. */
export function pushKey(page: PageState, key: string): boolean {
  const dice = lying(page);
  if (!page.pushing.value || !dice.length) return false;
  if (key === "n") {
    chosen = (chosen + 1) % dice.length;
    director.value?.arena.grasp.mark(dice[chosen]?.id ?? null);
    return true;
  }
  const way = WAYS[key];
  const die = dice[chosen % dice.length];
  if (!way || !die) return false;
  const at = moved?.die === die.id ? moved : { x: die.pose[0] ?? 0, y: die.pose[1] ?? 0 };
  director.value?.arena.grasp.mark(die.id);
  moved = director.value?.arena.grasp.slide(die.id, at.x + way[0], at.y + way[1]) ?? null;
  return true;
}

/** The key is let go: the die stays where it is, if the table agrees. */
export function pushEnds(session: Session, key: string): void {
  if (!WAYS[key] || !moved) return;
  pushDie(session, moved.die, moved.x, moved.y);
  moved = null;
}
