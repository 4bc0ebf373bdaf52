/** Joining a table by link, by code or from the list of open ones; or watching it. */

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { playerName } from "../settings";
import { ask, attendTable, lobby, welcome } from "../store";
import { useEdition, useShowcase } from "./home";
import { Icon, IconButton } from "./icons";
import { go } from "./route";
import { editionName } from "./speech";

export function tableCode(text: string): string | null {
  return /([a-z2-7]{12})(?:[#?].*)?$/.exec(text.trim())?.[1] ?? null;
}

export function Join() {
  useShowcase();
  useEdition();
  const [text, setText] = useState("");
  const [name, setName] = useState(playerName.value);
  const code = tableCode(text);
  const connected = welcome.value !== null;
  useEffect(() => {
    if (connected) void ask({ type: "look" });
  }, [connected]);
  const sit = async (table: string) => {
    playerName.value = name.trim();
    const answer = await attendTable({
      type: "join",
      table,
      name: name.trim() || t("setup.player", { number: 2 }),
    });
    if (answer?.type === "joined") go({ at: "table", code: table, token: null });
  };
  const watch = async (table: string) => {
    const answer = await attendTable({ type: "watch", table });
    if (answer?.type === "joined") go({ at: "table", code: table, token: null });
  };
  return (
    <main class="home">
      <header class="home-head">
        <IconButton icon="back" label={t("setup.back")} onClick={() => go({ at: "home" })} />
        <h1 class="screen-title">{t("join.title")}</h1>
      </header>
      <section class="home-play">
        <label class="field">
          <span>{t("setup.name")}</span>
          <input
            type="text"
            maxLength={20}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
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
          <button
            type="button"
            class="primary"
            disabled={!code}
            onClick={() => code && void sit(code)}
          >
            {t("join.sit")}
          </button>
          <button
            type="button"
            class="secondary"
            disabled={!code}
            onClick={() => code && void watch(code)}
          >
            {t("join.watch")}
          </button>
        </div>
        <h2 class="group-title">{t("join.tables")}</h2>
        <ul class="table-list">
          {(lobby.value?.tables ?? []).map((one) => (
            <li key={one.table}>
              <div>
                <strong>{editionName(one.edition)}</strong>
                <span class="hint">
                  {[
                    one.names.join(", "),
                    t(one.stage === "gathering" ? "join.gathering" : "join.playing"),
                    one.open > 0 ? t("join.seatsFree", { count: one.open }) : "",
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </div>
              {one.open > 0 && one.stage === "gathering" && (
                <button type="button" class="secondary" onClick={() => void sit(one.table)}>
                  {t("join.sit")}
                </button>
              )}
              <IconButton
                icon="eye"
                label={t("join.watch")}
                onClick={() => void watch(one.table)}
              />
            </li>
          ))}
        </ul>
        {!lobby.value?.tables.length && <p class="hint">{t("join.none")}</p>}
        <button
          type="button"
          class="quiet-button"
          disabled={!connected}
          onClick={() => void ask({ type: "look" })}
        >
          <Icon name="turn" />
          <span>{t("join.refresh")}</span>
        </button>
      </section>
    </main>
  );
}
