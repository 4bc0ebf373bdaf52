/** The whole game by keyboard: aim, hold, let go, end, skip, turn the arena. */

import { useEffect } from "preact/hooks";
import { type Session, useSession } from "../session";
import type { PageState } from "../state";
import { aimKey, charge, letGo } from "./aim";
import { endTurn, throwNow } from "./commands";
import { director } from "./display";
import { explainNext, explainNothing } from "./explaining";
import { pushEnds, pushKey } from "./pushing";

const VIEW_KEYS: Readonly<Record<string, (page: PageState) => void>> = {
  "[": () => director.value?.arena.turn(0.2),
  "]": () => director.value?.arena.turn(-0.2),
  "+": () => director.value?.arena.zoom(0.88),
  "-": () => director.value?.arena.zoom(1.14),
  "0": () => director.value?.arena.home(),
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
