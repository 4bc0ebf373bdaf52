/**
 * A bot that plays by solved numbers may have to wait for them, and plays more simply until they are
 * there. Says that it does, and when it no longer does.
 */

import { useEffect, useRef } from "preact/hooks";
import { type Key, t } from "../i18n";
import type { OddsAnswer, SeatView } from "../protocol";
import { useSession } from "../session";
import { coach } from "../settings";

/** Levels that play by solved numbers. */
const BY_NUMBERS: readonly string[] = ["exact", "master"];
/** ms until one asks again. */
const AGAIN = 3000;

/** What is known of the numbers for the game at this table. */
type NumbersKnown = "unknown" | "awaited" | "there" | "none";

export function playsByNumbers(seats: readonly SeatView[]): boolean {
  return seats.some((seat) => seat.kind === "bot" && BY_NUMBERS.includes(seat.level ?? ""));
}

/** What an answer of the coach tells about them. */
export function numbersBy(odds: Pick<OddsAnswer, "available" | "preparing">): NumbersKnown {
  if (odds.available) return "there";
  return odds.preparing ? "awaited" : "none";
}

/** What is worth a word: that one has to wait, and what came of it. */
export function wordFor(before: NumbersKnown, now: NumbersKnown): Key | null {
  if (before === now) return null;
  if (now === "awaited") return "bots.workingOut";
  if (before !== "awaited") return null;
  return now === "there" ? "bots.workedOut" : "bots.noNumbers";
}

/** At a table with such a bot: asks whenever it is one's turn, until the answer is final. */
export function useWorkingOut(): void {
  const session = useSession();
  const { acting, table } = session.page;
  const known = useRef<NumbersKnown>("unknown");
  const { game, odds, seats } = table.value;
  const seat = acting.value;
  const open =
    playsByNumbers(seats) && (known.current === "unknown" || known.current === "awaited");
  const asks = open && game !== null && seat !== null && chooses(game.awaited.kind);
  useEffect(() => {
    if (!asks || !odds || odds.state !== game.state) return;
    const now = numbersBy(odds);
    const word = wordFor(known.current, now);
    known.current = now;
    if (word) session.say(t(word));
  }, [odds, asks]);
  useEffect(() => {
    // The coach, where it is switched on, asks the same.
    if (!asks || coach.value || (odds && !odds.preparing)) return;
    const again = () => void session.ask({ type: "odds", seat, state: game.state }, true);
    const timer = window.setTimeout(again, odds ? AGAIN : 0);
    return () => window.clearTimeout(timer);
  }, [asks, odds, game?.state, coach.value]);
}

function chooses(awaited: string): boolean {
  return awaited === "throw" || awaited === "choice";
}
