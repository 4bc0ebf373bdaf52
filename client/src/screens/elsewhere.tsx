/** What else a host may do with a table: show it on a television, find others online, move away from here. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Toggle } from "../controls/choices";
import { IconButton } from "../controls/icons";
import { sitDown } from "../controls/name";
import { Panel } from "../controls/panel";
import { useEditionView } from "../controls/rulewords";
import { FIRST_EDITION } from "../game/editions";
import { t } from "../i18n";
import type { LobbyTable } from "../protocol";
import { go } from "../route";
import { type Session, useSession } from "../session";
import { editionName, isolated } from "../speech/sentences";
import { isRoomy } from "../style/screen";
import { useInvitation } from "./invitation";
import { ownName } from "./opening";
import { OtherDevice } from "./seat";
import { seek } from "./seeking";
import { boxOf } from "./terms";
import "./elsewhere.css";

export function Elsewhere({ code }: { code: string }) {
  const [online, setOnline] = useState(false);
  return (
    <div class="row">
      <Television code={code} />
      <Button
        class="quiet-button"
        icon="friends"
        text={t("quick.title")}
        onClick={() => setOnline(true)}
      />
      <OtherDevice />
      {online && <Online onClose={() => setOnline(false)} />}
    </div>
  );
}

/** A laptop at the television becomes the screen, and whoever then sits down first is the host; a phone
 * says what to open on another one. */
function Television({ code }: { code: string }) {
  const session = useSession();
  const { origin } = useInvitation();
  const [asked, setAsked] = useState(false);
  const { shortCode } = session.page.table.value;
  const address = `${new URL(origin).host}/screen/${shortCode ?? code}`;
  const show = async () => {
    if (!isRoomy()) setAsked(true);
    else if (await session.leaveForGood()) go({ at: "screen", code, stream: false });
  };
  if (asked) return <p class="hint">{t("lobby.tv.other", { address })}</p>;
  return (
    <Button class="quiet-button" icon="screen" text={t("lobby.tv")} onClick={() => void show()} />
  );
}

/** With whoever else looks right now, or whose table is open to all; or who finds this one. */
function Online({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { lobby, table, welcome } = session.page;
  const { info } = table.value;
  const [any, setAny] = useState(true);
  const view = useEditionView(info?.edition ?? FIRST_EDITION);
  useEffect(() => void session.ask({ type: "look" }), []);
  if (!info) return null;
  const { edition } = info;
  const look = () => {
    const others = (welcome.value?.editions ?? []).filter((one) => one !== edition);
    void seek(session, { name: ownName(), editions: [edition, ...(any ? others : [])] });
    onClose();
  };
  const list = (shown: boolean) => session.send({ ...boxOf(info, view), public: shown });
  const tables = (lobby.value?.tables ?? []).filter((one) => one.table !== info.table);
  return (
    <Panel title={t("quick.title")} onClose={onClose}>
      <p>{t("quick.how")}</p>
      <Toggle label={t("quick.any")} checked={any} onChange={setAny} />
      <Button class="primary" text={t("quick.go")} onClick={look} />
      <Toggle label={t("setup.public")} checked={info.public} onChange={list} />
      {tables.length > 0 && <h3 class="group-title">{t("join.tables")}</h3>}
      <ul class="table-list">
        {tables.map((one) => (
          <OpenTable key={one.table} table={one} />
        ))}
      </ul>
    </Panel>
  );
}

async function watch(session: Session, table: string): Promise<void> {
  const answer = await session.attendTable({ type: "watch", table });
  if (answer?.type === "joined") go({ at: "table", code: table, token: null });
}

async function sit(session: Session, { table, names }: LobbyTable): Promise<void> {
  const answer = await sitDown(session, table, names.length + 1);
  if (answer?.type === "joined") go({ at: "table", code: table, token: null });
}

function OpenTable({ table }: { table: LobbyTable }) {
  const session = useSession();
  const { names, open, stage } = table;
  const facts = [
    names.map(isolated).join(", "),
    t(stage === "gathering" ? "join.gathering" : "join.playing"),
    open > 0 ? t("join.seatsFree", { count: open }) : "",
  ];
  return (
    <li>
      <div>
        <strong>{editionName(table.edition)}</strong>
        <span class="hint">{facts.filter(Boolean).join(" · ")}</span>
      </div>
      {open > 0 && stage === "gathering" && (
        <Button text={t("join.sit")} onClick={() => void sit(session, table)} />
      )}
      <IconButton
        icon="eye"
        label={t("join.watch")}
        onClick={() => void watch(session, table.table)}
      />
    </li>
  );
}
