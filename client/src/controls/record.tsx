/** A finished game as a file to keep: a link where a server names it, a button on this device. */

import { hall } from "../hall/hall";
import { t } from "../i18n";
import { fetchRecord, saveText } from "../proof/world";
import { Button } from "./button";

export function RecordFile({ game }: { game: string }) {
  if (hall.value.kind === "server") {
    return (
      <a class="quiet-button" href={`/api/games/${game}/record`} download>
        {t("replay.record")}
      </a>
    );
  }
  const save = async () => {
    const text = await fetchRecord(game);
    if (text !== null) saveText(`${game}.kessel`, text);
  };
  return <Button class="quiet-button" text={t("replay.record")} onClick={() => void save()} />;
}
