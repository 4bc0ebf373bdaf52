/** What was thrown so far, newest first, each with its events and a way to see it again. */

import { ExplainedLine } from "../controls/explained";
import { IconButton } from "../controls/icons";
import { Panel } from "../controls/panel";
import { SeatSign } from "../controls/sign";
import { type LogEntry, missedThrows } from "../game/table";
import { t } from "../i18n";
import { useSession } from "../session";
import { calledAt, sceneOf } from "../speech/audience";
import { linesOf } from "../speech/lines";
import { director } from "../table/display";
import "./history.css";

function Entry({ entry, onClose }: { entry: LogEntry; onClose: () => void }) {
  const { page } = useSession();
  const scene = sceneOf(page);
  const seat = entry.seat ?? entry.thrown?.casts[0]?.seat ?? null;
  const name = seat === null ? "" : calledAt(page, seat);
  const thrown = entry.thrown;
  return (
    <li class="entry">
      {thrown && (
        <div class="entry-head">
          <h3>
            {seat !== null && <SeatSign seat={seat} />}{" "}
            {t("history.throw", { number: thrown.number + 1, name })}
          </h3>
          {director.value && (
            <IconButton
              icon="play"
              label={t("history.replay", { number: thrown.number + 1 })}
              name={t("history.again")}
              onClick={() => {
                onClose();
                director.value?.again(thrown.number, entry.before);
              }}
            />
          )}
        </div>
      )}
      {entry.byTable && <p class="hint">{t("history.byTable")}</p>}
      <ul>
        {entry.events
          .flatMap((event) => linesOf(event, scene))
          .map((line, i) => (
            <li key={i}>
              <ExplainedLine line={line} scene={scene} />
            </li>
          ))}
      </ul>
    </li>
  );
}

export function HistoryPanel({ onClose }: { onClose: () => void }) {
  const { table } = useSession().page;
  const log = [...table.value.log].reverse();
  const missed = missedThrows(table.value);
  return (
    <Panel title={t("history.title")} onClose={onClose}>
      {log.length === 0 && !missed && <p>{t("history.none")}</p>}
      <ol class="stack history">
        {log.map((entry, i) => (
          <Entry key={log.length - i} entry={entry} onClose={onClose} />
        ))}
      </ol>
      {missed && <p class="hint">{t("history.missed")}</p>}
    </Panel>
  );
}
