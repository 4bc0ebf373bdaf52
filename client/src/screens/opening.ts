/** Makes a table and goes there: what every screen that prepares a game ends with. */

import { useState } from "preact/hooks";
import { byBooklet } from "../game/houserules";
import { language, t } from "../i18n";
import type { PlayedGame } from "../memory/played";
import { games } from "../memory/shelf";
import { type CreateTable, type EditionId, PLAYERS, type SeatWish } from "../protocol";
import { go, move } from "../route";
import { type Session, useSession } from "../session";
import { clock, forgetTable, playerName } from "../settings";
import type { PageState } from "../state";
import type { OtherBot } from "../table/nametags";

/** How strong bots are at first: the third of the levels that the server offers. */
const FIRST_LEVEL = 2;
/** How many games in a row say that others fit better. */
const WON = 2;
const LOST = 4;

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

/** A table by the booklet at which these sit, and everybody else may. */
export function tableOf(edition: EditionId, taken: readonly SeatWish[]) {
  const open = Array.from(
    { length: PLAYERS.most - taken.length },
    (): SeatWish => ({ kind: "open" }),
  );
  return {
    edition,
    preset: byBooklet(edition, language.value).preset || null,
    seats: [...taken, ...open],
  };
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

/** At a table where nobody else would be asked, before the first throw: another bot sits down instead of
 * one, as the game begins anew. Null everywhere else. */
export function useOtherBot(): OtherBot {
  const session = useSession();
  const { own, table, welcome } = session.page;
  const { code, info, game, log, pending, seats, tournament } = table.value;
  const alone = seats.every(({ kind, seat }) => kind === "bot" || own.value.includes(seat));
  const begun = game?.awaited.kind !== "start_die" || log.length > 0 || pending !== null;
  if (!code || !info || !own.value.length || !alone || begun) return null;
  return async ({ level, seat }) => {
    const levels = (welcome.value?.bots ?? []).filter(
      (name) => name === level || seats.every((one) => one.level !== name),
    );
    const next = levels[(levels.indexOf(level ?? "") + 1) % levels.length] ?? null;
    const { edition, preset, options, elements, clock: pace, first } = info;
    const answer = await session.attendTable({
      type: "create",
      edition,
      preset,
      options,
      elements,
      clock: pace,
      public: info.public,
      tournament: tournament !== null,
      first,
      seats: seats.map((one) =>
        one.kind === "bot"
          ? { kind: "bot", level: one.seat === seat ? next : one.level }
          : { kind: "person", name: one.name },
      ),
    });
    if (answer?.type !== "joined") return;
    forgetTable(code);
    move({ at: "table", code: answer.table, token: null });
  };
}

/** Who gave no name is called the first player. */
export function ownName(): string {
  return playerName.value.trim() || t("setup.player", { number: 1 });
}

/** How strong bots are that fit: as in the last game against bots; stronger after two in a row that were
 * won against them, weaker after four that were lost. */
export function botLevel(page: PageState): string | null {
  return fitting(page.welcome.value?.bots ?? [], games.value);
}

export function fitting(levels: readonly string[], played: readonly PlayedGame[]): string | null {
  const bots = played.filter(({ opponents }) => opponents.every((one) => one.kind === "bot"));
  const last = bots.at(-1)?.opponents[0]?.name ?? "";
  const at = levels.indexOf(last);
  if (at < 0) return levels[Math.min(FIRST_LEVEL, levels.length - 1)] ?? null;
  const other = bots.findLastIndex(
    (one) => one.won !== bots.at(-1)?.won || one.opponents[0]?.name !== last,
  );
  const alike = bots.length - 1 - other;
  const won = bots.at(-1)?.won ?? false;
  const step = won ? Number(alike >= WON) : -Number(alike >= LOST);
  return levels[Math.max(0, Math.min(levels.length - 1, at + step))] ?? null;
}
