/** Makes a table and goes there: what every screen that prepares a game ends with. */

import { useState } from "preact/hooks";
import { byBooklet } from "../game/houserules";
import { language, t } from "../i18n";
import type { CreateTable, EditionId, SeatWish } from "../protocol";
import { go } from "../route";
import { type Session, useSession } from "../session";
import { clock, lastLevel, playerName } from "../settings";
import type { PageState } from "../state";

/** How strong bots are at first: the third of the levels that the server offers. */
const FIRST_LEVEL = 2;

export async function openTable(
  session: Session,
  wish: Omit<CreateTable, "type" | "ref">,
  to: "table" | "screen" = "table",
): Promise<void> {
  const answer = await session.attendTable({ type: "create", clock: clock.value, ...wish });
  if (answer?.type !== "joined") return;
  const code = answer.table;
  go(to === "screen" ? { at: "screen", code, stream: false } : { at: "table", code, token: null });
}

/** A game of one person against bots of these levels, by the booklet. */
export async function openAgainst(
  session: Session,
  edition: EditionId,
  levels: readonly (string | null)[],
): Promise<void> {
  const person: SeatWish = { kind: "person", name: ownName() };
  const seats = [person, ...levels.map((level): SeatWish => ({ kind: "bot", level }))];
  const preset = byBooklet(edition, language.value).preset || null;
  await openTable(session, { edition, seats, preset });
}

/** The same as soon as the line is open; whether that is awaited, and the way to begin. */
export function useOpening(
  edition: EditionId,
  levels: () => readonly (string | null)[],
): [opening: boolean, play: () => Promise<void>] {
  const session = useSession();
  const [opening, setOpening] = useState(false);
  const play = async () => {
    setOpening(true);
    await session.untilOpen();
    await openAgainst(session, edition, levels());
    setOpening(false);
  };
  return [opening, play];
}

/** Who gave no name is called the first player. */
export function ownName(): string {
  return playerName.value.trim() || t("setup.player", { number: 1 });
}

/** The strength of bots chosen last, where the server still offers it. */
export function botLevel(page: PageState): string | null {
  const levels = page.welcome.value?.bots ?? [];
  if (levels.includes(lastLevel.value)) return lastLevel.value;
  return levels[Math.min(FIRST_LEVEL, levels.length - 1)] ?? null;
}
