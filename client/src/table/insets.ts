/** Keeps the box between the bars: what they take of the screen, measured. */

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSession } from "../session";
import { taught } from "../settings";
import type { PageState } from "../state";
import { isNarrow, isSideways, letterSize } from "../style/screen";
import { insets } from "./display";
import { rowIsOpen, rowRoom } from "./reactionrow";

/** The bar is never reckoned lower than this, so that the box does not move with every sentence. */
const LEAST_BAR = 112;
/** The most of the screen that a bar below is given. */
const MOST_BAR = 0.52;
const TAG_HEIGHT = 40;
/**
 * What the panel at the right of a low screen keeps of its width: only below, where its buttons are, is it full.
 * Where the table would have less than it needs, the panel lies over the rim of the box, but never over the mat.
 */
const PANEL = { share: 0.19, least: 64, table: 667 };
/** Where the bar above leaves its middle free, the box reaches almost to the edge. */
const EDGE = 4;
/**
 * The bar above with the tags below it, in rem, beside what does not grow with the letters; the tags of
 * five on a phone have a second line, and so have the active elements.
 */
const ABOVE = { rem: 3, fixed: 44, second: 14, elements: 28 };

/** Keeps the box between the bars, whatever they hold at the moment; the one below is what is given back. */
export function useInsets(): RefObject<HTMLElement | null> {
  const { page } = useSession();
  const bottom = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bottom.current;
    if (!element) return;
    const measure = () => {
      const low = isSideways();
      const lesson = low ? null : document.querySelector(".lesson");
      insets.value = {
        top: low ? EDGE : lesson ? lesson.getBoundingClientRect().bottom + TAG_HEIGHT : above(page),
        left: 0,
        right: low ? panel(window.innerWidth) : 0,
        bottom: low ? EDGE : below(page, element.offsetHeight),
      };
    };
    // At once: a bar that grows would lie on dice until the next frame.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const card = document.querySelector(".lesson");
    if (card) observer.observe(card);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [bottom.current, taught.value, rowIsOpen(page), page.table.value.game?.elements.length]);
  return bottom;
}

function panel(width: number): number {
  return Math.max(PANEL.least, Math.min(width * PANEL.share, width - PANEL.table));
}

/** On a narrow screen one's own name stands between the dice and the bar. */
function below(page: PageState, bar: number): number {
  const name = isNarrow() ? TAG_HEIGHT - 6 : 0;
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
