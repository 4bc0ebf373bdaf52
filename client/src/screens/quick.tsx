/** Quick match: say what one would play, wait, and sit down with whoever else is looking. */

import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Toggle } from "../controls/choices";
import { EditionCards } from "../controls/editions";
import { Icon } from "../controls/icons";
import { NameField } from "../controls/name";
import { t } from "../i18n";
import type { EditionId, Seeking } from "../protocol";
import { useSession } from "../session";
import { Frame } from "./frame";
import { botLevel, openAgainst, ownName } from "./opening";
import { seek, seeking, standing, stopSearch } from "./seeking";
import { useEdition } from "./showcase";
import "./quick.css";

export function Quick() {
  const session = useSession();
  const state = seeking();
  const [edition, choose] = useEdition();
  const [any, setAny] = useState(true);
  const look = () => {
    const others = (session.page.welcome.value?.editions ?? []).filter((one) => one !== edition);
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
          <Button
            class="primary big"
            text={t("quick.go")}
            disabled={session.line.state.value !== "open"}
            onClick={look}
          />
        </>
      )}
    </Frame>
  );
}

function Searching({ state, edition }: { state: Seeking; edition: EditionId }) {
  const session = useSession();
  const play = () => void openAgainst(session, edition, [botLevel(session.page)]);
  return (
    <>
      <div class="searching" role="status">
        <span class="search-mark" aria-hidden="true">
          <Icon name="friends" size={40} />
        </span>
        <p>{standing(state)}</p>
      </div>
      <Button class="primary" text={t("quick.bot")} onClick={play} />
      <Button text={t("quick.stop")} onClick={stopSearch} />
    </>
  );
}
