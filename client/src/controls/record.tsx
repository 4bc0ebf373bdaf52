/** A finished game as a file to keep: a link where a server names it, a button on this device. */

import { hall, read } from "../hall/hall";
import { t } from "../i18n";
import { saveText } from "../net/download";
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
    const text = await read(`games/${game}/record`, (answer) => answer.text());
    if (text !== null) saveText(`${game}.kessel`, text);
  };
  return <Button class="quiet-button" text={t("replay.record")} onClick={() => void save()} />;
}
