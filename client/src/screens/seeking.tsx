/** The search for a quick match while one does something else, and the way to the table it finds. */

import { useEffect } from "preact/hooks";
import { Icon } from "../controls/icons";
import { t } from "../i18n";
import type { Seeking } from "../protocol";
import { go, type Route, route } from "../route";
import { useSession } from "../session";

/** Screens on which one may wait. */
const MEANWHILE: readonly Route["at"][] = ["quick", "puzzles", "puzzle"];

export function standing({ looking, together }: Seeking): string {
  if (together > 1) return t("quick.found", { count: together });
  return looking > 1 ? t("quick.others", { count: looking - 1 }) : t("quick.alone");
}

export function SeekingLine() {
  const session = useSession();
  const { found, seeking } = session.page;
  const { at } = route.value;
  useEffect(() => {
    if (!found.value) return;
    go({ at: "table", code: found.value, token: null });
    found.value = null;
  }, [found.value]);
  useEffect(() => {
    if (seeking.value && !MEANWHILE.includes(at)) session.stopSeeking();
  }, [at]);
  if (!seeking.value || at === "quick" || session.line.state.value !== "open") return null;
  const isFound = seeking.value.together > 1;
  return (
    <div class={isFound ? "line" : "line seeking"} role="status">
      {!isFound && <Icon name="friends" size={20} />}
      <span class={isFound ? "" : "unseen"}>{standing(seeking.value)}</span>
      <button type="button" class="secondary" onClick={() => session.stopSeeking()}>
        {t("quick.stop")}
      </button>
    </div>
  );
}
