/** Coming to a table: by token, by what this device kept, as a watcher; and losing the seat again. How
 * others come: the link to give away. */

import { useEffect, useState } from "preact/hooks";
import { type Invitation, invitation, loadInvitation, readBehind } from "../hall/invitation";
import { t } from "../i18n";
import { type Session, useSession } from "../session";
import { keptTable } from "../settings";
import "../controls/sheet.css";

/** Attends the table of the address: by what stands behind its #, by what this device kept, or as a
 * guest. */
async function attend(session: Session, code: string, behind: string | null): Promise<boolean> {
  const kept = keptTable.value?.table === code ? keptTable.value : null;
  const { token, secret, host } = readBehind(behind);
  const tokens = token ? [token] : [...(kept?.tokens ?? [])];
  session.invite(code, host ?? kept?.host ?? null);
  if (tokens.length) {
    const key = token ? secret : (kept?.secret ?? null);
    const answer = await session.attendTable({ type: "resume", table: code, tokens }, false, key);
    if (answer || session.line.state.value !== "open") return true;
    if (kept) keptTable.value = null;
  }
  const answer = await session.attendTable({ type: "watch", table: code }, true);
  return answer !== null || session.line.state.value !== "open";
}

/** False once it is clear that there is no such table. */
export function useTable(code: string, token: string | null): boolean {
  const session = useSession();
  const { table } = session.page;
  const [found, setFound] = useState(true);
  const open = session.line.state.value === "open";
  useEffect(() => {
    if (open && table.value.code !== code) void attend(session, code, token).then(setFound);
  }, [code, token, open]);
  return found;
}

export function Superseded({ code }: { code: string }) {
  const session = useSession();
  return (
    <section class="sheet" role="alert">
      <p>{t("net.superseded")}</p>
      <button
        type="button"
        class="primary"
        onClick={() => {
          const kept = keptTable.value;
          if (!kept) return;
          const { secret, tokens } = kept;
          void session.attendTable(
            { type: "resume", table: code, tokens: [...tokens] },
            false,
            secret,
          );
        }}
      >
        {t("net.takeHere")}
      </button>
    </section>
  );
}

/** Where links for others begin, and whether they work for others at all. */
export function useInvitation(): Invitation {
  useEffect(() => void loadInvitation(), []);
  return invitation();
}

/** A link that others cannot open is said to be one, with what to do about it. */
export function OnlyHere() {
  if (invitation().opensFor !== "here") return null;
  return (
    <p class="hint only-here" role="status">
      {t("lobby.onlyHere", { command: "kessel --lan" })}
    </p>
  );
}
