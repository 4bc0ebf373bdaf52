/** The proof to look at: a small seal at the table, its sheet, and the signs at the end of a game. */

import type { ReadonlySignal } from "@preact/signals";
import type { SealView } from "../fairness/device";
import { leftOutText, wrongText } from "../fairness/words";
import { listed, t } from "../i18n";
import { RecordCheck } from "./check";
import { Icon } from "./icons";
import { Panel } from "./panel";
import { RecordFile } from "./record";
import "./seal.css";

/** What a seat is called. */
export type Named = (seat: number) => string;

function stateText(seal: SealView): string {
  if (seal.state === "bad") return t("fair.bad");
  return t("fair.checked", { count: seal.throws });
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
  const label = t("fair.label", { state: stateText(seal) });
  return (
    <button
      type="button"
      class={`icon-button seal-button ${seal.state}`}
      aria-label={label}
      title={label}
      data-throws={seal.throws}
      onClick={onClick}
    >
      <Icon name={seal.state === "bad" ? "sealBroken" : "seal"} />
    </button>
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

/** What this device checked, what was late, and what is wrong. */
export function SealFacts({ seal, name }: { seal: SealView; name: Named }) {
  const late = Object.entries(seal.late).map(([seat, count]) =>
    t("fair.lateSeat", { name: name(Number(seat)), count }),
  );
  return (
    <div class="seal-facts">
      <p class={`seal-state ${seal.state}`} role={seal.state === "bad" ? "alert" : undefined}>
        <Icon name={seal.state === "bad" ? "sealBroken" : "seal"} />
        <span>{stateText(seal)}</span>
      </p>
      {seal.findings.length > 0 && <Findings findings={seal.findings} />}
      {seal.answered.length > 0 && (
        <p>{t("fair.answered", { throws: listed(seal.answered.map((one) => String(one + 1))) })}</p>
      )}
      {seal.leftOut && <p>{leftOutText()}</p>}
      {seal.replaced !== null && <p>{wrongText({ wrong: "tip", throw: seal.replaced })}</p>}
      {late.length > 0 && <p>{t("fair.late", { seats: listed(late) })}</p>}
      {seal.unwitnessed > 0 && <p>{t("fair.unwitnessed", { count: seal.unwitnessed })}</p>}
      {seal.without > seal.unwitnessed && (
        <p>{t("fair.without", { count: seal.without - seal.unwitnessed })}</p>
      )}
      {seal.record === true && <p>{t("fair.record")}</p>}
      {!seal.kept && <p class="hint">{t("fair.notKept")}</p>}
    </div>
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
}: {
  seal: SealView;
  name: Named;
  onWitness: () => void;
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
        <button type="button" class="quiet-button" onClick={onWitness}>
          {t("fair.witness")}
        </button>
      </p>
      <RecordCheck game={seal.game} />
    </section>
  );
}
