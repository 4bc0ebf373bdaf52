/** The proof to look at: a small seal at the table, its sheet, and at the end of a game the signs and a check. */

import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { type CheckedRecord, checkRecord } from "../hall/check";
import { hall } from "../hall/hall";
import { t } from "../i18n";
import type { Remark, SealView } from "../proof/seal";
import { wrongText } from "../proof/words";
import { Button } from "./button";
import { Icon, IconButton } from "./icons";
import { Panel } from "./panel";
import { RecordFile } from "./record";
import "./seal.css";

/** What a seat is called. */
export type Named = (seat: number) => string;

function stateText(seal: SealView): string {
  const { state, throws: count } = seal;
  if (state === "bad") return t("fair.bad");
  if (state === "late") return t("fair.unproven", { count });
  return t(isRethrown(seal) ? "fair.rethrown" : "fair.checked", { count });
}

/** Whether the dice of every throw were thrown again on this device. */
function isRethrown({ throws, rethrown }: SealView): boolean {
  return throws > 0 && rethrown === throws;
}

/** The state of the proof in one line, with a tick. */
export function SealLine({ seal }: { seal: SealView }) {
  return (
    <span class={`seal-line ${seal.state}`}>
      <Icon name={seal.state === "bad" ? "sealBroken" : "seal"} size={18} /> {stateText(seal)}
    </span>
  );
}

export function SealButton({
  seal: shown,
  onClick,
}: {
  seal: ReadonlySignal<SealView | null>;
  onClick: () => void;
}) {
  const seal = shown.value;
  if (!seal) return null;
  return (
    <IconButton
      class={`icon-button seal-button ${seal.state}`}
      icon={seal.state === "bad" ? "sealBroken" : "seal"}
      label={t("fair.label", { state: stateText(seal) })}
      name={t("fair.short")}
      data-throws={seal.throws}
      onClick={onClick}
    />
  );
}

export function SealPanel({
  seal,
  name,
  onClose,
}: {
  seal: SealView;
  name: Named;
  onClose: () => void;
}) {
  return (
    <Panel title={t("fair.title")} onClose={onClose}>
      <SealFacts seal={seal} name={name} />
      <p class="hint">{t("fair.how")}</p>
      {seal.seed && (
        <p class="hint seed">
          {t("fair.seed", { number: seal.throws })} <code>{seal.seed}</code>
        </p>
      )}
    </Panel>
  );
}

/** What this device checked, what stays unproven, and what is wrong. */
function SealFacts({ seal, name }: { seal: SealView; name: Named }) {
  return (
    <div class="seal-facts">
      <p class={`seal-state ${seal.state}`} role={seal.state === "bad" ? "alert" : undefined}>
        <Icon name={seal.state === "bad" ? "sealBroken" : "seal"} />
        <span>{stateText(seal)}</span>
      </p>
      {seal.findings.length > 0 && <Findings findings={seal.findings} />}
      {seal.remarks.map((one) => (
        <p key={`${one.kind}.${one.seat}`}>{remarkText(one, name)}</p>
      ))}
      {seal.without > 0 && <p>{t("fair.without", { count: seal.without })}</p>}
      {seal.unwitnessed > seal.without && (
        <p>{t("fair.unwitnessed", { count: seal.unwitnessed })}</p>
      )}
      {seal.dice === "ideal" && <p>{t("fair.ideal")}</p>}
      {seal.record === true && <p>{t("fair.record")}</p>}
      {!seal.kept && <p class="hint">{t("fair.notKept")}</p>}
    </div>
  );
}

function remarkText({ kind, seat, count }: Remark, name: Named): string {
  return t(`fair.remark.${kind}`, { name: seat === null ? "" : name(seat), count });
}

/** How to throw the dice of a finished game again, where this device did not. */
function Rethrow({ seal }: { seal: SealView }) {
  if (isRethrown(seal) || seal.state === "bad" || hall.value.kind === "device") return null;
  return (
    <p class="hint rethrow">
      {t("fair.rethrow")}{" "}
      <code>{`kessel verify ${seal.game}.kessel --witness ${seal.game}.witness.json`}</code>
    </p>
  );
}

function Findings({ findings }: { findings: SealView["findings"] }) {
  return (
    <ul class="seal-findings">
      {findings.map((one) => (
        <li key={`${one.wrong}.${one.throw}`}>{wrongText(one)}</li>
      ))}
    </ul>
  );
}

/** The eight signs of a finished game, for people to compare, and what this device can hand over. */
export function SealedGame({
  seal,
  name,
  onWitness,
  onStory,
}: {
  seal: SealView;
  name: Named;
  onWitness: () => void;
  onStory: () => void;
}) {
  return (
    <section class="sealed" aria-label={t("fair.title")}>
      <SealFacts seal={seal} name={name} />
      {seal.state !== "bad" && (
        <p class="sealed-signs">
          <span class="hint">{t("fair.signs")}</span> <code class="signs">{seal.signs}</code>
        </p>
      )}
      <p class="row sealed-files">
        <RecordFile game={seal.game} />
        <Button class="quiet-button" text={t("fair.witness")} onClick={onWitness} />
        <Button class="quiet-button" text={t("fair.story")} onClick={onStory} />
      </p>
      <Rethrow seal={seal} />
      <RecordCheck game={seal.game} />
    </section>
  );
}

type Shown = CheckedRecord | "idle" | "running" | "failed";

/** The check of the record by the engine of this device, as `kessel verify` makes it; a server's is downloaded for it. */
function RecordCheck({ game }: { game: string }) {
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
        <Button class="quiet-button" text={t("check.do")} onClick={() => void check()} />
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
