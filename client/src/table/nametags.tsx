/** Name tags at the players' dice: who, how many, on turn, away, a reaction; they follow the picture. */

import { useEffect, useState } from "preact/hooks";
import type { SeatOnScreen } from "../arena/seatview";
import { Icon } from "../controls/icons";
import { Portrait } from "../controls/portrait";
import { SeatSign } from "../controls/sign";
import { finishOf } from "../game/looks";
import { badgeOf } from "../game/people";
import { guessOf, seatOrder } from "../game/table";
import { t } from "../i18n";
import type { HandView, SeatView } from "../protocol";
import { useSession } from "../session";
import { calledHere } from "../speech/audience";
import type { PageState } from "../state";
import { hasFewLetters, isNarrow, isSideways, letterSize } from "../style/screen";
import { AwayNote, isMissing } from "./away";
import { director, insets, pictureMoved, turning } from "./display";
import { SeatBubble } from "./reactions";
import { inShare, inSight, roomAt, type TagSpot, tagSpot } from "./tagspot";
import "./nametags.css";

const BAR_REM = 3;
/** That a guess stands there after the dice lie. */
const TOLD_SECONDS = 5;

function count(hand: HandView | undefined): string {
  if (!hand) return "";
  return hand.dice === null ? t("hud.hidden") : String(hand.dice);
}

type Mark = "active" | "out" | "away" | "beyond";

/** What a screen reader says of a seat beside its dice. */
function statusOf(seat: SeatView, marks: Readonly<Record<Mark, boolean>>): string {
  const person = seat.kind === "person";
  const parts = [
    marks.out ? t("hud.out") : marks.active && t("hud.turn"),
    marks.away && t("hud.away"),
    seat.slow && t("hud.slow"),
    person && seat.bot_plays && t("hud.botPlays"),
  ];
  return parts.filter(Boolean).join(", ");
}

/** The most tags beside each other on a tall screen. */
function across(seats: number): number {
  return Math.max(1, seats - 1);
}

interface SeenSpot extends TagSpot {
  readonly seen: boolean;
  readonly room: number;
}

/** How many of the seats at the far side lie more to the left. */
function rankOf(page: PageState, seat: SeatOnScreen): number {
  const all = page.table.value.seats.map((_, index) => director.value?.arena.seatOnScreen(index));
  return all.filter((one) => one?.side === "far" && one.left < seat.left).length;
}

/**
 * Where the picture has the tag of a seat, and whether it can be seen there; null without a picture.
 * On a small screen each of those beside each other keeps to its share of the width.
 */
function spotOf(page: PageState, index: number, seats: number): SeenSpot | null {
  const seat = director.value?.arena.seatOnScreen(index);
  if (!seat) return null;
  const { right, bottom } = insets.value;
  const field = {
    top: barAbove(),
    right: window.innerWidth - right,
    bottom: window.innerHeight - bottom,
    low: isSideways(),
    narrow: isNarrow(),
  };
  const spot = tagSpot(seat, field);
  const crowded = hasFewLetters() || (isNarrow() && seats > 3);
  const at =
    crowded && spot.side === "far"
      ? inShare(spot, rankOf(page, seat), across(seats), field.right)
      : spot;
  return { ...at, seen: inSight(at, field), room: roomAt(at, field) };
}

/** To where the bar above reaches; a big screen has none. */
function barAbove(): number {
  return document.documentElement.dataset.view === "screen" ? 0 : BAR_REM * letterSize();
}

function placed(at: SeenSpot | null): Record<string, string> {
  return at
    ? { left: `${at.x}px`, top: `${at.y}px`, "--room": `${at.room}px` }
    : { display: "none" };
}

/** Puts another bot where one sits, as long as that is possible. */
export type OtherBot = ((seat: SeatView) => void) | null;

interface Tagged {
  readonly seat: SeatView;
  readonly index: number;
  readonly seats: number;
  readonly otherBot: OtherBot;
}

function Tag({ seat, index, seats, otherBot }: Tagged) {
  const { page } = useSession();
  const { hands, table } = page;
  const game = table.value.game;
  void pictureMoved.value;
  const at = spotOf(page, index, seats);
  const marks = {
    active: game?.active === seat.seat && game.awaited.kind !== "over",
    out: game?.eliminated.includes(seat.seat) ?? false,
    away: isMissing(seat),
    beyond: at?.seen === false,
  };
  const hand = hands.value[seat.seat];
  const dice = hand?.dice ?? null;
  const status = statusOf(seat, marks);
  const finish = finishOf(seat);
  const classes = [
    "tag",
    at?.side ?? "far",
    at && at.x > window.innerWidth / 2 ? "east" : "west",
    ...Object.keys(marks).filter((one) => marks[one as Mark]),
  ];
  return (
    <li class={classes.join(" ")} style={{ "--seat": badgeOf(seat.seat).colour, ...placed(at) }}>
      <SeatSign seat={seat.seat} />
      {seat.kind === "person" && seat.bot_plays && <Icon name="bot" size={16} />}
      {seat.slow && (
        <span class="tag-slow" title={t("hud.slow")}>
          <Icon name="slow" size={16} />
        </span>
      )}
      {marks.active && (
        <span class="tag-turn" aria-hidden="true">
          {"▸"}
        </span>
      )}
      <Name seat={seat} otherBot={otherBot} />
      <AwayNote seat={seat} />
      <Guess seat={seat.seat} />
      <span class="tag-count" aria-hidden="true">
        {count(hand)}
      </span>
      <span class="unseen">
        {dice === null ? t("hud.hidden") : t("count.dice", { count: dice })}
        {hand && hand.piles.length > 0 ? ` ${t("hud.piles", { count: hand.piles.length })}` : ""}
        {status ? `, ${status}` : ""}
        {finish ? `, ${t("hud.finish", { name: t(`finish.${finish}`) })}` : ""}
      </span>
      <SeatBubble seat={seat.seat} />
    </li>
  );
}

/** What a seat is called; a bot with its face, and as a button where another may sit there. */
function Name({ seat, otherBot }: Pick<Tagged, "seat" | "otherBot">) {
  const { page } = useSession();
  const name = calledHere(page, seat);
  if (seat.kind !== "bot") return <span class="tag-name">{name}</span>;
  const face = <Portrait level={seat.level} size={22} />;
  return otherBot ? (
    <button
      type="button"
      class="tag-name tag-change"
      aria-label={t("home.otherBot", { name })}
      onClick={() => otherBot(seat)}
    >
      {face} {name} ▾
    </button>
  ) : (
    <>
      {face} <span class="tag-name">{name}</span>
    </>
  );
}

/** What somebody guesses the throw will bring; green or red for a moment once the dice lie. */
function Guess({ seat }: { seat: number }) {
  const { table } = useSession().page;
  const [told, setTold] = useState(false);
  const { guessed } = table.value;
  useEffect(() => {
    setTold(guessed !== null);
    const timer = window.setTimeout(() => setTold(false), TOLD_SECONDS * 1000);
    return () => window.clearTimeout(timer);
  }, [guessed]);
  const guess = guessOf(table.value, seat);
  if (!guess || (guess.right !== null && !told)) return null;
  const look = guess.right === null ? "guess" : guess.right ? "guess right" : "guess wrong";
  return (
    <span class={look}>
      {t(guess.hit ? "guess.catch" : "guess.nothing")}
      {guess.right !== null && (guess.right ? " ✓" : " ✗")}
    </span>
  );
}

export function SeatTags({ otherBot = null }: { otherBot?: OtherBot }) {
  const { seenFrom, table } = useSession().page;
  const { game, seats } = table.value;
  const order = game ? seatOrder(game, seenFrom.value) : [];
  return (
    <ul
      class={turning.value ? "tags turning" : "tags"}
      style={{ "--across": across(order.length) }}
      aria-label={t("hud.seats")}
    >
      {order.map((number, index) => {
        const seat = seats[number];
        return (
          seat && (
            <Tag key={number} seat={seat} index={index} seats={order.length} otherBot={otherBot} />
          )
        );
      })}
    </ul>
  );
}
