/** The search for a quick match, on a line of its own: whoever searches may sit at another table meanwhile. */

import { effect, signal, untracked } from "@preact/signals";
import { hall } from "../hall/hall";
import type { SeekGame, Seeking } from "../protocol";
import { Session } from "../session";

const search = signal<Session | null>(null);

/** How the search stands; null while nobody searches. */
export function seeking(): Seeking | null {
  return search.value?.page.seeking.value ?? null;
}

/** The table that the search has found. */
export function found(): string | null {
  return search.value?.page.found.value ?? null;
}

export function isSearching(): boolean {
  return search.value !== null;
}

/** Searches until a table is found or the search is stopped; `session` says what is refused. */
export async function seek(
  session: Pick<Session, "say">,
  wish: Pick<SeekGame, "name" | "editions">,
): Promise<void> {
  stopSearch();
  const own = new Session((events) => hall.value.dial(events));
  search.value = own;
  effect(() => {
    const notice = own.page.notice.value;
    if (notice) untracked(() => session.say(notice.text, notice.kind));
  });
  const answer = await own.attendTable({ type: "seek", ...wish });
  if (!answer && search.value === own) stopSearch();
}

export function stopSearch(): void {
  end((own) => own.stopSeeking());
}

/** Hands the seat that was found over to this page: the search is at an end, the seat is kept. */
export function endSearch(): void {
  end((own) => own.leaveTable());
}

function end(leave: (own: Session) => void): void {
  const own = search.value;
  if (!own) return;
  search.value = null;
  leave(own);
  own.line.stop();
}
