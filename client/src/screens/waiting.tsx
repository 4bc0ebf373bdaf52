/** What waits on the first page: tables of this device, tables in this network, the people of the last evening. */

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../controls/icons";
import { sitDown } from "../controls/name";
import { hall } from "../hall/hall";
import { letIn, mayLetIn } from "../hall/invitation";
import { duration, t } from "../i18n";
import { type Tally, tallies } from "../memory/shared";
import { sharedGames } from "../memory/shelf";
import type { EditionId, NearTable, SeatWish } from "../protocol";
import { go } from "../route";
import { useSession } from "../session";
import { forgetTable, handTable, keptAt, playerName } from "../settings";
import { editionName, isolated } from "../speech/sentences";
import {
  isMissed,
  type SeenTable,
  useFreshStandings,
  type WaitingTable,
  waitingTables,
} from "../table/standing";
import { useInvitation } from "./invitation";
import { openTable, tableOf } from "./opening";
import "./waiting.css";

/** What fits beside everything else. */
const MOST = 3;

/** `bright`: the first one with people is what the bright button is for. */
export function WaitingTables({ bright }: { bright: boolean }) {
  useFreshStandings();
  const tables = waitingTables().slice(0, MOST);
  if (!tables.length) return null;
  const people = tables.find(isMissed);
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" class="group-title">
        {t("home.continue")}
      </h2>
      <ul class="waiting">
        {tables.map((one) => (
          <Row key={one.table} one={one} bright={bright && one === people} />
        ))}
      </ul>
    </section>
  );
}

/** s between looks at who waits in this network, where the server tells that. */
const LOOK_AGAIN = 3;

/** Tables of this network that wait for players, without those one has a seat at. */
export function useNear(): readonly NearTable[] {
  const session = useSession();
  const [near, setNear] = useState<readonly NearTable[]>([]);
  const isOpen = session.line.state.value === "open" && hall.value.kind === "server";
  useEffect(() => {
    if (!isOpen) return setNear([]);
    let timer = 0;
    const look = async () => {
      const told = await session.ask({ type: "look" }, true);
      if (timer < 0) return;
      if (told?.type !== "lobby" || !told.near) return setNear([]);
      setNear(told.near.filter(({ table }) => !keptAt(table)));
      timer = window.setTimeout(() => void look(), LOOK_AGAIN * 1000);
    };
    void look();
    return () => {
      window.clearTimeout(timer);
      timer = -1;
    };
  }, [isOpen]);
  return near;
}

/** One tap, and one sits there under the name that this device remembers; without one, it is a guest. */
export function NearTables({ tables }: { tables: readonly NearTable[] }) {
  const session = useSession();
  const sit = async ({ table, screen }: NearTable) => {
    const named = playerName.value.trim() !== "";
    if (named && (await sitDown(session, table, 1))?.type !== "joined") return;
    go({ at: screen ? "hand" : "table", code: table, token: null });
  };
  return tables.slice(0, MOST).map((one, i) => (
    <button
      key={one.table}
      type="button"
      class={`${i ? "secondary" : "primary"} same-people`}
      onClick={() => void sit(one)}
    >
      <span>
        {one.host ? t("home.table.near", { name: isolated(one.host) }) : t("home.table.open")}
      </span>
      <strong>{t("join.sit")}</strong>
    </button>
  ));
}

function Row({ one: { table, seen }, bright }: { one: WaitingTable; bright: boolean }) {
  return (
    <li>
      <button
        type="button"
        class={bright ? "primary waiting-go" : "secondary waiting-go"}
        onClick={() => comeBack(table)}
      >
        <span class="waiting-what">
          <strong>{seen ? editionName(seen.edition) : t("home.continue")}</strong>
          {seen && <span>{turnOf(seen, Date.now())}</span>}
        </span>
        {seen && seen.names.length > 0 && <span class="waiting-who">{seen.names.join(", ")}</span>}
      </button>
      <Forget table={table} />
    </li>
  );
}

/** Whose turn it was, or is where a turn has days, and how long they have at `now`. */
export function turnOf({ yours, whose, until, ended }: SeenTable, now: number): string {
  if (ended) return t("days.over");
  if (whose === null && !yours) return t("home.table.open");
  const other = until ? "days.theirs" : "home.table.other";
  const turn = yours ? t("home.table.yours") : t(other, { name: whose ?? "" });
  return until ? `${turn} · ${t("days.left", { time: duration(Math.max(0, until - now)) })}` : turn;
}

/** Asks once more: what is forgotten cannot be taken up again from here. */
function Forget({ table }: { table: string }) {
  const [sure, setSure] = useState(false);
  return (
    <button
      type="button"
      class={sure ? "secondary" : "icon-button"}
      aria-label={t(sure ? "memory.sure" : "home.table.forget")}
      title={t("home.table.forget")}
      onClick={() => (sure ? forgetTable(table) : setSure(true))}
      onBlur={() => setSure(false)}
    >
      {sure ? t("memory.sure") : <Icon name="close" />}
    </button>
  );
}

/** To the table that was left, as what one was there. */
function comeBack(code: string): void {
  go({ at: handTable.value === code ? "hand" : "table", code, token: null });
}

/** Wins as they are read out, most first, in one piece. */
export function standOf({ people }: Tally): string {
  return people.map((one) => one.wins).join("\u00a0:\u00a0");
}

/** The people of the last evening, to sit down again with one tap: those of this device have their seats,
 * the others come to open ones, from phones in this network too. */
export function SamePeople({ edition }: { edition: EditionId }) {
  const session = useSession();
  const { opensFor } = useInvitation();
  const [last] = tallies(sharedGames.value);
  if (!last) return null;
  const here = last.people.filter((one) => one.here).map((one) => one.name);
  const lets = here.length < last.people.length && opensFor === "here" && mayLetIn.value;
  const again = async () => {
    if (lets) await letIn().catch(() => false); // the line says that the server is away
    const people = here.sort().map((name): SeatWish => ({ kind: "person", name }));
    await openTable(session, tableOf(edition, people), here.length ? "table" : "screen");
  };
  return (
    <>
      <button type="button" class="secondary same-people" onClick={() => void again()}>
        <span>{namesOf(last)}</span> <strong>{standOf(last)}</strong>{" "}
        <span>{t("tally.again")}</span>
      </button>
      {lets && (
        <p class="hint">{t("pair", { first: t("lobby.letIn"), second: t("lobby.inClear") })}</p>
      )}
    </>
  );
}

/** In the order of the score beside it. */
export function namesOf({ people }: Tally): string {
  return people.map((one) => isolated(one.name)).join(", ");
}
