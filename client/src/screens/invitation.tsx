/** Coming to a table: by token, by what this device kept, as a watcher; and losing the seat again. How
 * others come: the link to give away. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button";
import {
  type Invitation,
  invitation,
  letIn,
  loadInvitation,
  mayLetIn,
  readBehind,
} from "../hall/invitation";
import { type Key, t } from "../i18n";
import { keyed } from "../net/wish";
import { move, route } from "../route";
import { type Session, useSession } from "../session";
import { keptAt } from "../settings";
import "../controls/sheet.css";

/** Attends the table of the address: by what this device kept, by what stands behind its #, or as a
 * guest. No link takes a seat away from the device that opens it. */
export async function attend(
  session: Session,
  code: string,
  behind: string | null,
): Promise<boolean> {
  const isLost = () => session.line.state.value !== "open";
  const { token, secret, host } = readBehind(behind);
  const kept = keptAt(code);
  const { offeredSeat } = session.page;
  offeredSeat.value = null;
  session.invite(code, host ?? kept?.host ?? null);
  if (kept?.tokens.length) {
    const back = await session.attendTable(resume(code, kept.tokens), true, kept.secret);
    const isOther = token && !kept.tokens.includes(token);
    if ((back || isLost()) && isOther) offeredSeat.value = { table: code, token, secret };
    if (back || isLost()) return true;
  }
  if (token) {
    const moved = await session.attendTable(keyed(resume(code, [token])), true, secret);
    if (moved || isLost()) return true;
    session.sayError("bad_token");
  }
  return (await session.attendTable({ type: "watch", table: code }, true)) !== null || isLost();
}

/** The wish to sit at a table again. */
function resume(table: string, tokens: readonly string[]) {
  return { type: "resume" as const, table, tokens: [...tokens] };
}

/** False once it is clear that there is no such table. */
export function useTable(code: string, token: string | null): boolean {
  const session = useSession();
  const [found, setFound] = useState(true);
  const open = session.line.state.value === "open";
  const isHere = session.page.table.value.code === code;
  const tried = useRef<string | null>(null);
  useEffect(() => {
    if (!open || (isHere && (!token || token === tried.current))) return;
    tried.current = token;
    void attend(session, code, token).then(setFound);
  }, [code, token, open]);
  useEffect(() => {
    if (readBehind(token).token && (isHere || !found)) hideToken();
  }, [token, isHere, found]);
  return found;
}

/** After which a guest is asked for a name, though the table is not there yet. */
const NAME_AFTER_MS = 250;

/** Whether somebody who holds no seat there waits for the table. */
export function useGuestWaits(code: string, token: string | null): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setWaited(true), NAME_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [code]);
  return waited && !keptAt(code)?.tokens.length && !readBehind(token).token;
}

/** A token stays in the address only until it was tried. */
function hideToken(): void {
  const { value: at } = route;
  if (at.at === "table" || at.at === "hand") move({ ...at, token: null });
}

/** Asks whether the seat of a link takes the place of the one that this device has there. */
export function OfferedSeat({ code }: { code: string }) {
  const session = useSession();
  const { offeredSeat } = session.page;
  const offered = offeredSeat.value;
  if (offered?.table !== code) return null;
  const answer = (take: boolean) => {
    offeredSeat.value = null;
    const { secret, token } = offered;
    if (take) void session.attendTable(keyed(resume(code, [token])), false, secret);
  };
  return (
    <section class="sheet" role="alert">
      <p>{t("net.otherSeat")}</p>
      <div class="row">
        <Button class="primary" text={t("net.keepSeat")} onClick={() => answer(false)} />
        <Button text={t("net.changeSeat")} onClick={() => answer(true)} />
      </div>
    </section>
  );
}

/** Another tab of this device plays on, or another device: then this one has no seat any more. */
export function Superseded({ code }: { code: string }) {
  const session = useSession();
  const kept = keptAt(code);
  const goOn = () => {
    if (!kept) return session.attendTable({ type: "watch", table: code });
    return session.attendTable(resume(code, kept.tokens), false, kept.secret);
  };
  return (
    <section class="sheet" role="alert">
      <p>{t("net.superseded")}</p>
      <Button
        class="primary"
        text={t(kept ? "net.takeHere" : "join.watch")}
        onClick={() => void goOn()}
      />
    </section>
  );
}

/** Where links for others begin, and whether they work for others at all. */
export function useInvitation(): Invitation {
  useEffect(() => void loadInvitation(), []);
  return invitation();
}

/** s after which whoever let others in and sees nobody come is told where to look. */
const NOBODY_AFTER = 20;

/** A link that others cannot open is said to be one, with what to do about it. */
export function OnlyHere() {
  const { page } = useSession();
  const [hint, setHint] = useState<Key | null>(null);
  const here = page.table.value.seats.filter((seat) => seat.present).length;
  const [asked, setAsked] = useState<number | null>(null);
  const waits = asked !== null && here <= asked && hint === null;
  useEffect(() => {
    if (!waits) return;
    const timer = window.setTimeout(() => setHint("lobby.noPhone"), NOBODY_AFTER * 1000);
    return () => window.clearTimeout(timer);
  }, [waits]);
  if (asked !== null) return here <= asked && hint ? <Hint text={t(hint)} /> : null;
  if (invitation().opensFor !== "here") return null;
  if (!mayLetIn.value) return <Hint text={t("lobby.onlyHere", { command: "kessel --lan" })} />;
  const open = async (): Promise<void> => {
    setHint(null);
    const isOpen = await letIn().catch(() => true); // the line says that the server is away
    if (!isOpen) setHint("lobby.noNetwork");
    else if (invitation().opensFor === "others") setAsked(here);
  };
  return (
    <>
      <Button text={t("lobby.letIn")} onClick={() => void open()} />
      <Hint text={t(hint ?? "lobby.inClear")} />
    </>
  );
}

function Hint({ text }: { text: string }) {
  return (
    <p class="hint only-here" role="status">
      {text}
    </p>
  );
}
