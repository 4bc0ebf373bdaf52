/** The check of a finished game by the engine of this device, as `kessel verify` makes it: a button, and what was found. */

import { useEffect, useRef, useState } from "preact/hooks";
import { type CheckedRecord, checkRecord } from "../hall/check";
import { hall } from "../hall/hall";
import { t } from "../i18n";
import "./check.css";

type Shown = CheckedRecord | "idle" | "running" | "failed";

export function RecordCheck({ game }: { game: string }) {
  const [shown, show] = useState<Shown>("idle");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown !== "idle") place.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  if (hall.value.kind === "server") return null;
  const check = async () => {
    show("running");
    show((await checkRecord(game)) ?? "failed");
  };
  return (
    <div class="record-check" aria-live="polite" ref={place}>
      {(shown === "idle" || shown === "failed") && (
        <button type="button" class="quiet-button" onClick={() => void check()}>
          {t("check.do")}
        </button>
      )}
      {shown === "running" && <p class="hint">{t("check.running")}</p>}
      {shown === "failed" && <p role="alert">{t("check.failed")}</p>}
      {typeof shown === "object" && <Checked record={shown} />}
    </div>
  );
}

function Checked({ record }: { record: CheckedRecord }) {
  return (
    <>
      {!record.good && <p role="alert">{t("check.wrong")}</p>}
      <ul class={record.good ? "checked good" : "checked"}>
        {record.said.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p class="hint">{t("check.own")}</p>
    </>
  );
}
