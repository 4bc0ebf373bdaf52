/** Reactions: one tap, seen by everybody for a moment over the seat; watchers have them, too. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { IconButton } from "../controls/icons";
import { t } from "../i18n";
import { REACTIONS, type Reacted } from "../protocol";
import { type Session, useSession } from "../session";
import { reactionRow } from "../settings";
import { calledHere } from "../speech/audience";
import type { PageState } from "../state";
import { insets } from "./display";
import { ReactionIcon } from "./reactionicons";
import { rowIsOpen, rowRoom } from "./reactionrow";
import "./reactions.css";

const SECONDS = 3.5;

/** What is being shown; of each seat, and of the watchers together, the last one. */
const shown = signal<readonly Reacted[]>([]);

/** Opens and closes the row. */
export function ReactionButton() {
  const { page } = useSession();
  return (
    <IconButton
      icon="smile"
      label={t("hud.react")}
      pressed={rowIsOpen(page)}
      onClick={() => {
        reactionRow.value = rowIsOpen(page) ? "closed" : "open";
      }}
    />
  );
}

/** The row of reactions at the edge; it stays open, so that each is one tap. */
export function Reactions() {
  const session = useSession();
  return (
    <>
      {rowIsOpen(session.page) && (
        <div
          class="reactions"
          role="toolbar"
          aria-label={t("react.label")}
          style={{ "--bar": `${insets.value.bottom - rowRoom(session.page)}px` }}
        >
          {REACTIONS.map((reaction) => (
            <button
              key={reaction}
              type="button"
              class="reaction"
              aria-label={t(`reaction.${reaction}`)}
              title={t(`reaction.${reaction}`)}
              onClick={() => react(session, reaction)}
            >
              <ReactionIcon name={reaction} />
            </button>
          ))}
        </div>
      )}
      <Bubbles />
    </>
  );
}

/** What others show, for those who see and for those who hear the page. */
export function Bubbles() {
  const { page } = useSession();
  useShown();
  return (
    <>
      <AudienceBubble />
      <p class="unseen" role="status">
        {shown.value.map((one) => spoken(page, one)).join(" ")}
      </p>
    </>
  );
}

/** From our seat that acts, else our first one, else from the audience. */
function react(session: Session, reaction: Reacted["reaction"]): void {
  const { acting, own } = session.page;
  const seat = acting.value ?? own.value[0] ?? null;
  // Too fast: the hall drops it, and nobody needs to hear of it.
  void session.ask({ type: "react", seat, reaction }, true);
}

/** Keeps what was shown for its moment. */
function useShown(): void {
  const { table } = useSession().page;
  const { reaction } = table.value;
  useEffect(() => {
    if (!reaction) return;
    shown.value = [...shown.value.filter((one) => one.seat !== reaction.seat), reaction];
    window.setTimeout(() => {
      shown.value = shown.value.filter((one) => one !== reaction);
    }, SECONDS * 1000);
  }, [reaction]);
}

function spoken(page: PageState, { seat, reaction }: Reacted): string {
  const { table } = page;
  const who = seat === null ? t("react.watcher") : calledHere(page, table.value.seats[seat]);
  return t("pair", { first: who, second: t(`reaction.${reaction}`) });
}

/** Over the name tag of a seat. */
export function SeatBubble({ seat }: { seat: number }) {
  const one = shown.value.find((each) => each.seat === seat);
  return one ? <Bubble key={String(one.reaction)} reaction={one.reaction} /> : null;
}

/** Of those who watch: below the bar above. */
function AudienceBubble() {
  const one = shown.value.find((each) => each.seat === null);
  return one ? (
    <div class="audience">
      <Bubble reaction={one.reaction} />
    </div>
  ) : null;
}

function Bubble({ reaction }: { reaction: Reacted["reaction"] }) {
  return (
    <span class="bubble" aria-hidden="true">
      <ReactionIcon name={reaction} />
      <span>{t(`reaction.${reaction}`)}</span>
    </span>
  );
}
