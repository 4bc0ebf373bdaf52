/** Joining a table by link, by either code or from the list of open ones; or watching it. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { IconButton } from "../controls/icons";
import { NameField, sitDown } from "../controls/name";
import { t } from "../i18n";
import type { LobbyTable, TableFound } from "../protocol";
import { go } from "../route";
import { type Session, useSession } from "../session";
import { editionName, isolated } from "../speech/sentences";
import { Frame } from "./frame";
import { useEdition } from "./showcase";
import "./join.css";

export function tableCode(text: string): string | null {
  return /([a-z2-7]{12})(?:[#?].*)?$/.exec(text.trim())?.[1] ?? null;
}

/** A code of four letters, as people read it out. */
export function shortCode(text: string): string | null {
  return /^[a-z]{4}$/i.test(text.trim()) ? text.trim().toUpperCase() : null;
}

type Typed = Pick<TableFound, "table" | "screen">;

/** The table that was typed in; a code of four letters has to be looked up. */
async function lookUp(session: Session, text: string): Promise<Typed | null> {
  const short = shortCode(text);
  const table = tableCode(text);
  if (!short) return table ? { table, screen: false } : null;
  const answer = await session.ask({ type: "find", code: short });
  return answer?.type === "found" ? answer : null;
}

/** Sits down; at a table that a big screen shows, this device becomes a hand. */
async function sit(session: Session, { table, screen }: Typed, number: number): Promise<void> {
  const answer = await sitDown(session, table, number);
  if (answer?.type === "joined") go({ at: screen ? "hand" : "table", code: table, token: null });
}

async function watch(session: Session, table: string): Promise<void> {
  const answer = await session.attendTable({ type: "watch", table });
  if (answer?.type === "joined") go({ at: "table", code: table, token: null });
}

export function Join() {
  useEdition();
  return (
    <Frame title={t("join.title")}>
      <NameField />
      <ByCode />
      <OpenTables />
    </Frame>
  );
}

function ByCode() {
  const session = useSession();
  const [text, setText] = useState("");
  const complete = tableCode(text) !== null || shortCode(text) !== null;
  const ready = complete && session.line.state.value === "open";
  const come = async (how: (typed: Typed) => Promise<void>) => {
    const typed = await lookUp(session, text);
    if (typed) await how(typed);
  };
  return (
    <form
      class="by-code"
      onSubmit={(event) => {
        event.preventDefault();
        void come((typed) => sit(session, typed, 2));
      }}
    >
      <label class="field">
        <span>{t("join.code")}</span>
        <input
          type="text"
          autocapitalize="none"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <Button type="submit" class="primary" text={t("join.sit")} disabled={!ready} />
        <Button
          text={t("join.watch")}
          disabled={!ready}
          onClick={() => void come(({ table }) => watch(session, table))}
        />
      </div>
    </form>
  );
}

function OpenTables() {
  const session = useSession();
  const { lobby } = session.page;
  const connected = session.line.state.value === "open";
  useEffect(() => {
    if (connected) void session.ask({ type: "look" });
  }, [connected]);
  const tables = lobby.value?.tables ?? [];
  const looking = lobby.value?.seeking ?? 0;
  return (
    <>
      <h2 class="group-title">{t("join.tables")}</h2>
      <p class="hint">{t("join.what")}</p>
      <ul class="table-list">
        {tables.map((one) => (
          <OpenTable key={one.table} table={one} />
        ))}
      </ul>
      {lobby.value && !tables.length && <p>{t("join.none")}</p>}
      {looking > 0 && <p>{t("quick.looking", { count: looking })}</p>}
      <div class="row">
        <Button text={t("join.open")} onClick={() => go({ at: "invite" })} />
        <Button text={t("quick.title")} onClick={() => go({ at: "quick" })} />
      </div>
      <Button
        class="quiet-button"
        icon="turn"
        text={t("join.refresh")}
        disabled={!connected}
        onClick={() => void session.ask({ type: "look" })}
      />
    </>
  );
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
        <Button
          text={t("join.sit")}
          onClick={() => void sit(session, { table: table.table, screen: false }, names.length + 1)}
        />
      )}
      <IconButton
        icon="eye"
        label={t("join.watch")}
        onClick={() => void watch(session, table.table)}
      />
    </li>
  );
}
