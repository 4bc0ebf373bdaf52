/** Quick match: say what one would play, wait, and sit down with whoever else is looking. */

import { useState } from "preact/hooks";
import { Toggle } from "../controls/choices";
import { EditionCards } from "../controls/editions";
import { Icon } from "../controls/icons";
import { NameField } from "../controls/name";
import { t } from "../i18n";
import type { Seeking } from "../protocol";
import { go } from "../route";
import { useSession } from "../session";
import { playerName } from "../settings";
import { Frame } from "./frame";
import { standing } from "./seeking";
import { useEdition } from "./showcase";
import "./quick.css";

export function Quick() {
  const session = useSession();
  const { seeking, welcome } = session.page;
  const [edition, choose] = useEdition();
  const [any, setAny] = useState(true);
  const seek = async () => {
    const others = (welcome.value?.editions ?? []).filter((one) => one !== edition);
    const name = playerName.value.trim() || t("setup.player", { number: 1 });
    await session.attendTable({ type: "seek", name, editions: [edition, ...(any ? others : [])] });
  };
  return (
    <Frame title={t("quick.title")}>
      {seeking.value ? (
        <Searching state={seeking.value} />
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
            onClick={() => void seek()}
          >
            {t("quick.go")}
          </button>
        </>
      )}
    </Frame>
  );
}

function Searching({ state }: { state: Seeking }) {
  const session = useSession();
  return (
    <>
      <div class="searching" role="status">
        <span class="search-mark" aria-hidden="true">
          <Icon name="friends" size={40} />
        </span>
        <p>{standing(state)}</p>
      </div>
      <button type="button" class="primary" onClick={() => go({ at: "puzzles" })}>
        {t("quick.meanwhile")}
      </button>
      <button type="button" class="secondary" onClick={() => session.stopSeeking()}>
        {t("quick.stop")}
      </button>
    </>
  );
}
