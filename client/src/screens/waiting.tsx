/** The tables of this device on the first page: which box, with whom, whose turn; and how to forget one. */

import { useState } from "preact/hooks";
import { Icon } from "../controls/icons";
import { duration, t } from "../i18n";
import { go } from "../route";
import { forgetTable, handTable } from "../settings";
import { editionName } from "../speech/sentences";
import {
  isMissed,
  type SeenTable,
  useFreshStandings,
  type WaitingTable,
  waitingTables,
} from "../table/standing";
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
