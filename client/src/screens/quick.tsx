/** Quick match: say what one would play, wait, and sit down with whoever else is looking. */

import { useState } from "preact/hooks";
import { Toggle } from "../controls/choices";
import { EditionCards } from "../controls/editions";
import { Icon } from "../controls/icons";
import { NameField } from "../controls/name";
import { byBooklet } from "../game/houserules";
import { language, t } from "../i18n";
import type { SeatWish, Seeking } from "../protocol";
import { go } from "../route";
import { useSession } from "../session";
import { playerName } from "../settings";
import { Frame } from "./frame";
import { botLevel, openTable } from "./opening";
import { seek, seeking, stopSearch } from "./search";
import { standing } from "./seeking";
import { useEdition } from "./showcase";
import "./quick.css";

export function Quick() {
  const session = useSession();
  const { welcome } = session.page;
  const state = seeking();
  const [edition, choose] = useEdition();
  const [any, setAny] = useState(true);
  const look = () => {
    const others = (welcome.value?.editions ?? []).filter((one) => one !== edition);
    void seek(session, { name: ownName(), editions: [edition, ...(any ? others : [])] });
  };
  return (
    <Frame title={t("quick.title")}>
      {state ? (
        <Searching state={state} edition={edition} />
      ) : (
        <>
          <EditionCards edition={edition} onChoose={choose} />
          <Toggle label={t("quick.any")} checked={any} onChange={setAny} />
          <NameField />
          <p>{t("quick.how")}</p>
          <button
            type="button"
            class="primary big"
            disabled={session.line.state.value !== "open"}
            onClick={look}
          >
            {t("quick.go")}
          </button>
        </>
      )}
    </Frame>
  );
}

function ownName(): string {
  return playerName.value.trim() || t("setup.player", { number: 1 });
}

function Searching({ state, edition }: { state: Seeking; edition: string }) {
  const session = useSession();
  const play = () => {
    const seats: SeatWish[] = [
      { kind: "person", name: ownName() },
      { kind: "bot", level: botLevel(session.page) },
    ];
    const preset = byBooklet(edition, language.value).preset || null;
    void openTable(session, { edition, seats, preset });
  };
  return (
    <>
      <div class="searching" role="status">
        <span class="search-mark" aria-hidden="true">
          <Icon name="friends" size={40} />
        </span>
        <p>{standing(state)}</p>
      </div>
      <button type="button" class="primary" onClick={play}>
        {t("quick.bot")}
      </button>
      <button type="button" class="secondary" onClick={() => go({ at: "puzzles" })}>
        {t("quick.meanwhile")}
      </button>
      <button type="button" class="secondary" onClick={stopSearch}>
        {t("quick.stop")}
      </button>
    </>
  );
}
