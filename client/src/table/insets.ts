/** Keeps the box between the bars: what they take of the screen, measured. */

import { useEffect } from "preact/hooks";
import { useSession } from "../session";
import { taught } from "../settings";
import type { PageState } from "../state";
import { isNarrow, isSideways, letterSize } from "../style/screen";
import { insets } from "./display";
import { rowIsOpen, rowRoom } from "./reactionrow";

/** The bar is never reckoned lower than this, so that the box does not move with every sentence. */
const LEAST_BAR = 168;
/** The most of the screen that a bar below is given. */
const MOST_BAR = 0.52;
const TAG_HEIGHT = 40;
/**
 * The bar above with the tags below it, in rem, beside what does not grow with the letters; the tags of
 * five on a phone have a second line.
 */
const ABOVE = { rem: 3, fixed: 44, second: 14 };

/** Keeps the box between the bars, whatever they hold at the moment. */
export function useInsets(bottom: { current: HTMLElement | null }): void {
  const { page } = useSession();
  useEffect(() => {
    const element = bottom.current;
    if (!element) return;
    const measure = () => {
      const low = isSideways();
      const lesson = low ? null : document.querySelector(".lesson");
      insets.value = {
        top: low ? 40 : lesson ? lesson.getBoundingClientRect().bottom + TAG_HEIGHT : above(page),
        left: 0,
        right: low ? Math.min(340, window.innerWidth * 0.4) : 0,
        bottom: low ? 22 : below(page, element.offsetHeight),
      };
    };
    let frame = 0;
    // Not in the same frame: measuring moves the box, and that may size the bar again.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    observer.observe(element);
    const card = document.querySelector(".lesson");
    if (card) observer.observe(card);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      window.removeEventListener("resize", measure);
    };
  }, [bottom.current, taught.value, rowIsOpen(page)]);
}

function below(page: PageState, bar: number): number {
  return Math.min(Math.max(bar, LEAST_BAR) + 12, window.innerHeight * MOST_BAR) + rowRoom(page);
}

function above(page: PageState): number {
  const { table } = page;
  const lines = isNarrow() && table.value.seats.length > 4 ? ABOVE.second : 0;
  return ABOVE.fixed + lines + ABOVE.rem * letterSize();
}
