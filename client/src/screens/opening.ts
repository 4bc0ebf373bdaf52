/** Makes a table and goes there: what every screen that prepares a game ends with. */

import type { CreateTable } from "../protocol";
import { go } from "../route";
import type { Session } from "../session";
import { clock, lastLevel } from "../settings";
import type { PageState } from "../state";

/** How strong bots are at first: the third of the levels that the server offers. */
const FIRST_LEVEL = 2;

export async function openTable(
  session: Session,
  wish: Omit<CreateTable, "type" | "ref">,
  to: "table" | "screen" = "table",
): Promise<boolean> {
  const answer = await session.attendTable({ type: "create", clock: clock.value, ...wish });
  if (answer?.type !== "joined") return false;
  const code = answer.table;
  go(to === "screen" ? { at: "screen", code, stream: false } : { at: "table", code, token: null });
  return true;
}

/** The strength of bots chosen last, where the server still offers it. */
export function botLevel(page: PageState): string | null {
  const levels = page.welcome.value?.bots ?? [];
  if (levels.includes(lastLevel.value)) return lastLevel.value;
  return levels[Math.min(FIRST_LEVEL, levels.length - 1)] ?? null;
}
