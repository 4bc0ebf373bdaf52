/** The proof to look at: a small seal at the table, its sheet, and at the end of a game the signs. */

import type { ReadonlySignal } from "@preact/signals";
import { offline } from "../engine/offline";
import { t } from "../i18n";
import type { Seal } from "../proof/judging";
import { Button } from "./button";
import { Icon, IconButton } from "./icons";
import { Panel } from "./panel";
import { RecordFile } from "./record";
import "./seal.css";

/** What a seat is called. */
export type Named = (seat: number) => string;

const SAID = { green: "fair.green", amber: "fair.amber", red: "fair.red" } as const;

function stateText({ state, why, throws: count }: Seal): string {
  if (state !== "grey") return t(SAID[state], { count });
  const now = offline.value;
  if (why === "coming" && now.state === "fetching")
    return t("fair.coming", { share: Math.floor(100 * now.share) });
  return t(why === "checking" ? "fair.checking" : "fair.grey");
}

const iconOf = ({ state }: Seal) => (state === "red" ? "sealBroken" : "seal");

/** The state of the proof in one line. */
export function SealLine({ seal }: { seal: Seal }) {
  return (
    <p class={`seal-state ${seal.state}`} role={seal.state === "red" ? "alert" : undefined}>
      <Icon name={iconOf(seal)} />
      <span>{stateText(seal)}</span>
    </p>
  );
}

export function SealButton({
  seal: shown,
  onClick,
}: {
  seal: ReadonlySignal<Seal | null>;
  onClick: () => void;
}) {
  const seal = shown.value;
  if (!seal) return null;
  return (
    <IconButton
      class={`icon-button seal-button ${seal.state}`}
      icon={iconOf(seal)}
      label={t("fair.label", { state: stateText(seal) })}
      name={t("fair.short")}
      data-throws={seal.throws}
      onClick={onClick}
    />
  );
}

interface Shown {
  readonly seal: Seal;
  /** Checks now, whatever has to be fetched for it. */
  readonly onCheck: () => void;
  readonly onStory: () => void;
}

export function SealPanel({ onClose, ...shown }: Shown & { readonly onClose: () => void }) {
  return (
    <Panel title={t("fair.title")} onClose={onClose}>
      <SealFacts {...shown} />
      <p class="row">
        <StoryFile onStory={shown.onStory} />
      </p>
      <p class="hint">{t("fair.how")}</p>
    </Panel>
  );
}

/** What was found: what is wrong, what stays unproven, what was checked. */
function SealFacts({ seal, onCheck }: Omit<Shown, "onStory">) {
  return (
    <div class="stack seal-facts">
      <SealLine seal={seal} />
      <ul class="seal-found">
        {seal.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {seal.why === "none" && <p class="hint">{t("fair.none")}</p>}
      {(seal.why === "asks" || seal.why === "waiting") && (
        <p class="row">
          <span class="hint">{t("fair.asks")}</span>
          <Button class="quiet-button" text={t("fair.now")} onClick={onCheck} />
        </p>
      )}
    </div>
  );
}

function StoryFile({ onStory }: Pick<Shown, "onStory">) {
  return <Button class="quiet-button" text={t("fair.story")} onClick={onStory} />;
}

/** A finished game: what was found, the eight signs for people to compare, and the files. */
export function SealedGame({
  game,
  signs,
  ...shown
}: Shown & {
  readonly game: string;
  readonly signs: string;
}) {
  return (
    <section class="stack middle sealed" aria-label={t("fair.title")}>
      <SealFacts {...shown} />
      {signs && shown.seal.state !== "red" && (
        <p class="stack middle">
          <span class="hint">{t("fair.signs")}</span> <code class="signs">{signs}</code>
        </p>
      )}
      <p class="row sealed-files">
        <RecordFile game={game} />
        <StoryFile onStory={shown.onStory} />
      </p>
      <p class="hint rethrow">
        {t("fair.elsewhere")} <code>{`kessel verify ${game}.story.jsonl`}</code>
      </p>
    </section>
  );
}
