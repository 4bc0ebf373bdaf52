/** The search for a quick match, on a line of its own: whoever searches may do something else meanwhile. */

import { effect, signal, untracked } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../controls/button";
import { Icon } from "../controls/icons";
import { hall } from "../hall/hall";
import { t } from "../i18n";
import type { SeekGame, Seeking } from "../protocol";
import { go, type Route, route } from "../route";
import { Session, useSession } from "../session";

const search = signal<Session | null>(null);
/** Screens on which one may wait; at a table only where no other people play. */
const MEANWHILE: readonly Route["at"][] = ["table", "home"];

export function standing({ looking, together }: Seeking): string {
  if (together > 1) return t("quick.found", { count: together });
  return looking > 1 ? t("quick.others", { count: looking - 1 }) : t("quick.alone");
}

export function SeekingLine() {
  const { at } = route.value;
  const code = found();
  const session = useSession();
  const isBusy = !MEANWHILE.includes(at) || hasCompany(session);
  useEffect(() => {
    if (code === null) return;
    endSearch();
    go({ at: "table", code, token: null });
  }, [code]);
  useEffect(() => {
    if (isBusy && isSearching()) stopSearch();
  }, [isBusy]);
  const state = seeking();
  if (!state || session.line.state.value !== "open") return null;
  const isFound = state.together > 1;
  return (
    <div class={isFound ? "line" : "line seeking"} role="status">
      {!isFound && <Icon name="friends" size={20} />}
      <span>{standing(state)}</span>
      <Button text={t("quick.stop")} onClick={stopSearch} />
    </div>
  );
}

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

/** Whether there is anybody else to ask. */
export function hasCompany({ page }: Session): boolean {
  const { own, table } = page;
  return table.value.seats.some(
    ({ kind, present, seat }) => kind === "person" && present && !own.value.includes(seat),
  );
}
