/** The way to a table by its code: the fourth letter looks it up. */

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { go } from "../route";
import { useSession } from "../session";

/** A table's own code, at the end of its link. */
export function tableCode(text: string): string | null {
  return /([a-z2-7]{12})(?:[#?].*)?$/.exec(text.trim())?.[1] ?? null;
}

/** A code of four letters, as people read it out. */
export function shortCode(text: string): string | null {
  return /^[a-z]{4}$/i.test(text.trim()) ? text.trim().toUpperCase() : null;
}

/** At a table that a big screen shows, this device becomes a hand. A link may be pasted as well. */
export function CodeField() {
  const session = useSession();
  const [text, setText] = useState("");
  const come = async (typed: string) => {
    setText(typed);
    const table = tableCode(typed);
    if (table) return go({ at: "table", code: table, token: null });
    const code = shortCode(typed);
    if (!code) return;
    const answer = await session.ask({ type: "find", code });
    if (answer?.type !== "found") return setText("");
    go({ at: answer.screen ? "hand" : "table", code: answer.table, token: null });
  };
  return (
    <label class="code-field">
      <span>{t("lobby.code")}</span>
      <input
        type="text"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        disabled={session.line.state.value !== "open"}
        value={text}
        onInput={(event) => void come(event.currentTarget.value)}
      />
    </label>
  );
}
