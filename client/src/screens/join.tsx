/** Joining a table by link, by code or from the list of open ones; or watching it. */

import { useEffect, useState } from "preact/hooks";
import { Icon, IconButton } from "../controls/icons";
import { NameField, sitDown } from "../controls/name";
import { t } from "../i18n";
import { go } from "../route";
import { editionName } from "../speech/sentences";
import { ask, attendTable, lobby, welcome } from "../store";
import { useEdition, useShowcase } from "./home";

export function tableCode(text: string): string | null {
  return /([a-z2-7]{12})(?:[#?].*)?$/.exec(text.trim())?.[1] ?? null;
}

export function Join() {
  useShowcase();
  useEdition();
  const [text, setText] = useState("");
  const code = tableCode(text);
  const connected = welcome.value !== null;
  useEffect(() => {
    if (connected) void ask({ type: "look" });
  }, [connected]);
  const sit = async (table: string, number: number) => {
    const answer = await sitDown(table, number);
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
        <NameField />
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
            onClick={() => code && void sit(code, 2)}
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
                <button
                  type="button"
                  class="secondary"
                  onClick={() => void sit(one.table, one.names.length + 1)}
                >
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
