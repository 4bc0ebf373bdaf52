/** Reactions: one tap, seen by everybody for a moment over the seat; watchers have them, too, and
 * opponents a few words. */

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "../controls/icons";
import { t } from "../i18n";
import { REACTIONS, type Reacted } from "../protocol";
import { type Session, useSession } from "../session";
import { reactionRow } from "../settings";
import { calledAt } from "../speech/audience";
import { type Banter, banterAfter } from "../speech/banter";
import type { PageState } from "../state";
import { insets } from "./display";
import { rowIsOpen, rowRoom } from "./insets";
import { ReactionIcon } from "./reactionicons";
import "./reactions.css";

const SECONDS = 3.5;

/** A reaction, or a word of an opponent. */
type Shown = Pick<Reacted, "seat" | "reaction"> | Banter;

/** What is being shown; of each seat, and of the watchers together, the last one. */
const shown = signal<readonly Shown[]>([]);

/** Opens and closes the row. */
export function ReactionButton() {
  const { page } = useSession();
  return (
    <IconButton
      icon="smile"
      label={t("hud.react")}
      aria-pressed={rowIsOpen(page)}
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

/** What others show, for those who see and for those who hear the page, once for each. */
export function Bubbles() {
  const { page } = useSession();
  useShown();
  useBanter();
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
  const { reaction } = useSession().page.table.value;
  useEffect(() => {
    if (reaction) show(reaction);
  }, [reaction]);
}

function show(one: Shown): void {
  shown.value = [...shown.value.filter((other) => other.seat !== one.seat), one];
  window.setTimeout(() => {
    shown.value = shown.value.filter((other) => other !== one);
  }, SECONDS * 1000);
}

/** Opponents speak once everything has been shown. */
function useBanter(): void {
  const { settled, table } = useSession().page;
  const last = useRef<Banter | null>(null);
  const { game } = table.value;
  useEffect(() => {
    const said = settled.value ? banterAfter(last.current, table.value) : null;
    if (!said) return;
    last.current = said;
    show(said);
  }, [settled.value, game?.game, game?.state]);
}

function textOf(one: Shown): string {
  return "key" in one ? t(one.key) : t(`reaction.${one.reaction}`);
}

function spoken(page: PageState, one: Shown): string {
  const who = one.seat === null ? t("react.watcher") : calledAt(page, one.seat);
  return t("pair", { first: who, second: textOf(one) });
}

/** Over the name tag of a seat. */
export function SeatBubble({ seat }: { seat: number }) {
  const one = shown.value.find((each) => each.seat === seat);
  return one ? <Bubble key={textOf(one)} one={one} /> : null;
}

/** Of those who watch: below the bar above. */
function AudienceBubble() {
  const one = shown.value.find((each) => each.seat === null);
  return one ? (
    <div class="audience">
      <Bubble one={one} />
    </div>
  ) : null;
}

function Bubble({ one }: { one: Shown }) {
  const isWord = "key" in one;
  return (
    <span class={isWord ? "bubble word" : "bubble"} aria-hidden="true">
      {!isWord && <ReactionIcon name={one.reaction} />}
      <span>{textOf(one)}</span>
    </span>
  );
}
