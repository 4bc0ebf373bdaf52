/** Keeps the box between the bars: what they take of the screen, measured. */

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { shapeOf } from "../arena/seats";
import { useSession } from "../session";
import { reactionRow, taught } from "../settings";
import type { PageState } from "../state";
import { hasFewLetters, isNarrow, isRoomy, isSideways, letterSize } from "../style/screen";
import { insets } from "./display";

/** The bar is never reckoned lower than this, so that the box does not move with every sentence. */
const LEAST_BAR = 112;
/** The most of the screen that a bar below is given. */
const MOST_BAR = 0.52;
/** Of a name, at least, with what keeps it apart. */
const TAG = { height: 30, gap: 10 };
/** What the panel at the right of a low screen takes of its width, as the style sheet has it. */
const PANEL = { share: 0.35, most: 256 };
/** Names above the dice opposite, and below one's own, beside that panel. */
const LOW = { top: 30, bottom: 36 };
/** Where the bar above leaves its middle free and nobody sits opposite, the box reaches almost to the edge. */
const EDGE = 4;
/**
 * The bar above with the tags below it, in rem, beside what does not grow with the letters; the tags of
 * five on a phone have a second line, and so have the active elements.
 */
const ABOVE = { rem: 3, fixed: 34, second: 14, elements: 28 };

/** Keeps the box between the bars, whatever they hold at the moment; the one below is what is given back.
 * `head`: a bar above of its own height, as a big screen has. */
export function useInsets(head?: RefObject<HTMLElement | null>): RefObject<HTMLElement | null> {
  const { page } = useSession();
  const bottom = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bottom.current;
    if (!element) return;
    const measure = () => {
      const low = isSideways();
      const lesson = low ? null : document.querySelector(".lesson");
      const reached = lesson ? lesson.getBoundingClientRect().bottom + tagHeight() : above(page);
      insets.value = {
        whole: head !== undefined,
        top: head?.current?.offsetHeight ?? (low ? aboveLow() : reached),
        left: 0,
        right: low ? panel(window.innerWidth) : 0,
        bottom: low ? LOW.bottom : below(page, element.offsetHeight),
      };
    };
    // At once: a bar that grows would lie on dice until the next frame.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (head?.current) observer.observe(head.current);
    const card = document.querySelector(".lesson");
    if (card) observer.observe(card);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [
    bottom.current,
    head?.current,
    taught.value,
    rowIsOpen(page),
    page.table.value.game?.elements.length,
    page.table.value.seats, // somebody who is away has a name of more lines
  ]);
  return bottom;
}

/** Of the highest name on the far side. */
function tagHeight(): number {
  const far = [...document.querySelectorAll<HTMLElement>(".tag.far")];
  return Math.max(TAG.height, ...far.map((one) => one.offsetHeight)) + TAG.gap;
}

function panel(width: number): number {
  return Math.min(PANEL.most, width * PANEL.share);
}

/** On a low screen all others sit at the sides, unless the panel leaves no room there. */
function aboveLow(): number {
  const { innerWidth: width, innerHeight: height } = window;
  const free = { width: width - panel(width), height: height - EDGE - LOW.bottom };
  return shapeOf({ width, height }, free) === "tall" ? LOW.top : EDGE;
}

/** On a narrow screen one's own name stands between the dice and the bar. */
function below(page: PageState, bar: number): number {
  const name = isNarrow() ? TAG.height + TAG.gap - 6 : 0;
  const tall = Math.max(bar, LEAST_BAR) + EDGE + name;
  return Math.min(tall, window.innerHeight * MOST_BAR) + rowRoom(page);
}

function above(page: PageState): number {
  if (window.innerWidth > window.innerHeight * 1.25) return EDGE;
  const { game, seats } = page.table.value;
  const names = isNarrow() && seats.length > 4 ? ABOVE.second : 0;
  const elements = isNarrow() && game?.elements.length ? ABOVE.elements : 0;
  return ABOVE.fixed + names + elements + ABOVE.rem * letterSize();
}

// The row of reactions.

/** CSS pixels: its height; and with large letters by how much a name stands out below the field of the box, too. */
const ROW = { usual: 50, large: 80 };

/** Somebody who would see it: another person at the table, or watching. */
function hasCompany(page: PageState): boolean {
  const { own, table } = page;
  const { seats, info } = table.value;
  const others = seats.filter((one) => one.kind === "person" && !own.value.includes(one.seat));
  const watchers = (info?.watchers ?? 0) - (own.value.length ? 0 : 1);
  return others.length > 0 || watchers > 0;
}

export function rowIsOpen(page: PageState): boolean {
  return reactionRow.value === "auto"
    ? isRoomy() && hasCompany(page)
    : reactionRow.value === "open";
}

/** What the box makes way for, CSS pixels: on a phone nothing is free between one's own name and the bar. */
export function rowRoom(page: PageState): number {
  if (!rowIsOpen(page) || !isNarrow()) return 0;
  return hasFewLetters() ? ROW.large : ROW.usual;
}
