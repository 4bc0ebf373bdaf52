/** The search for a quick match while one does something else, and the way to the table it finds. */

import { useEffect } from "preact/hooks";
import { Button } from "../controls/button";
import { Icon } from "../controls/icons";
import { t } from "../i18n";
import type { Seeking } from "../protocol";
import { go, type Route, route } from "../route";
import { useSession } from "../session";
import { hasCompany } from "../table/rematch";
import { endSearch, found, isSearching, seeking, stopSearch } from "./search";

/** Screens on which one may wait; at a table only where no other people play. */
const MEANWHILE: readonly Route["at"][] = ["quick", "puzzles", "puzzle", "table", "home"];

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
  if (!state || at === "quick" || session.line.state.value !== "open") return null;
  const isFound = state.together > 1;
  return (
    <div class={isFound ? "line" : "line seeking"} role="status">
      {!isFound && <Icon name="friends" size={20} />}
      <span class={isFound ? "" : "unseen"}>{standing(state)}</span>
      <Button text={t("quick.stop")} onClick={stopSearch} />
    </div>
  );
}
