/** What came of the throw, in words that stay until the next one, with the reasons; and the live region. */

import { type ComponentChildren, Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { RuleNumbers } from "../controls/explained";
import { IconButton } from "../controls/icons";
import { SeatSign } from "../controls/sign";
import { t } from "../i18n";
import { useSession } from "../session";
import { type Outcome, outcome, said } from "../speech/announcement";
import { actorOf, facesOf, type SpokenLine } from "../speech/lines";
import { askText } from "../speech/question";
import { speakArena, speakLine, whyOf } from "../speech/sentences";
import type { PageState } from "../state";
import { SideButton } from "./explained";
import "./caption.css";

/** Takes no room, and keeps what stands on both sides of it on one line. */
const JOINED = "\u2060";

/** What came of the last throw of the game that is looked at. */
function lastOutcome(page: PageState): Outcome | null {
  const shown = outcome.value;
  return shown && shown.game === page.table.value.game?.game ? shown : null;
}

export function Caption() {
  const { page } = useSession();
  const [why, setWhy] = useState(false);
  const shown = lastOutcome(page);
  useEffect(() => setWhy(false), [shown?.id]);
  if (!shown) return null;
  const lines = standing(shown);
  const explained = lines.filter((line) => whyOf(line, shown.scene));
  return (
    <div class="caption">
      <div class="caption-row">
        <Sentences shown={shown} lines={lines} symbols>
          {explained.length > 0 && <Why open={why} onClick={() => setWhy(!why)} />}
        </Sentences>
      </div>
      {why && <Reasons shown={shown} lines={explained} />}
    </div>
  );
}

/** Beside the last word, on whatever line that is. */
function Why({ open, onClick }: { open: boolean; onClick: () => void }) {
  return (
    <>
      {JOINED}
      <IconButton icon="why" label={t("hud.why")} aria-pressed={open} onClick={onClick} />
    </>
  );
}

/** The sentences that stand on the screen: what was said in passing gives way to anything else. */
function standing({ lines }: Outcome): readonly SpokenLine[] {
  const lasting = lines.filter((line) => !line.passing);
  return lasting.length ? lasting : lines.slice(-1);
}

/** One is written large, two have a line each, more run on. */
const ROOMS: Readonly<Record<number, string>> = { 0: "", 1: "", 2: "many two" };

function Sentences({
  shown,
  lines,
  symbols = false,
  children,
}: {
  shown: Outcome;
  lines: readonly SpokenLine[];
  /** With the dice they speak of, which explain themselves. */
  symbols?: boolean;
  children?: ComponentChildren;
}) {
  return (
    <p class={`caption-line ${ROOMS[lines.length] ?? "many"}`}>
      {lines.map((line, i) => (
        <span
          key={`${shown.id} ${i}`}
          class={i < lines.length - 1 ? "caption-sentence earlier" : "caption-sentence"}
        >
          {i > 0 && " "}
          <Actor shown={shown} lines={lines} at={i} />
          {speakLine(line, shown.scene)}
          {symbols &&
            facesOf(line).map((face) => (
              <Fragment key={face}>
                {JOINED}
                <SideButton face={face} edition={shown.scene.edition} />
              </Fragment>
            ))}
        </span>
      ))}
      {children && (
        <span key={shown.id} class="caption-sentence">
          {children}
        </span>
      )}
    </p>
  );
}

/** The sign of whom a sentence is about, or of who threw, unless the one before had the same. */
function Actor({ shown, lines, at }: { shown: Outcome; lines: readonly SpokenLine[]; at: number }) {
  const actors = lines.map((line) => actorOf(line) ?? shown.thrower);
  const seat = actors[at] ?? null;
  if (seat === null || actors[at - 1] === seat) return null;
  return (
    <>
      <SeatSign seat={seat} size={22} />{" "}
    </>
  );
}

/** Why each of them happened; with several, each after its sentence. */
function Reasons({ shown, lines }: { shown: Outcome; lines: readonly SpokenLine[] }) {
  return (
    <ul class="why">
      {lines.map((line, i) => (
        <li key={i}>
          {lines.length > 1 && <strong>{speakLine(line, shown.scene)} </strong>}
          {whyOf(line, shown.scene)}
          <RuleNumbers rules={line.rules} />
        </li>
      ))}
    </ul>
  );
}

/** The caption of a replay: the same sentences, read out as they come. */
export function ReplayCaption({ edition }: { edition: string }) {
  const { page } = useSession();
  const shown = lastOutcome(page);
  const last = said.value;
  return (
    <div aria-live="polite">
      {shown && <Sentences shown={shown} lines={standing(shown)} />}
      {last && page.settled.value && <p class="unseen">{speakArena(last.game, edition)}</p>}
    </div>
  );
}

/** What a screen reader hears: what fell, what happened, what is asked. */
export function Spoken() {
  const { page } = useSession();
  const { settled, table } = page;
  const { game, info } = table.value;
  if (!info) return null;
  const last = said.value?.game.game === game?.game ? said.value : null;
  const happened = last ? last.lines.map((one) => speakLine(one, last.scene)).join(" ") : "";
  const lies = last && settled.value ? speakArena(last.game, info.edition) : "";
  return (
    <p class="unseen" aria-live="polite" aria-atomic="true" id="spoken">
      {settled.value ? `${happened} ${lies} ${askText(page)}` : happened}
    </p>
  );
}
