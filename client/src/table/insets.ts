/** Keeps the box between the bars: what they take of the screen, measured. */

import { useEffect } from "preact/hooks";
import { taught } from "../settings";
import { isSideways } from "../style/screen";
import { insets } from "./display";

/** The bar is never reckoned lower than this, so that the box does not move with every sentence. */
const LEAST_BAR = 168;
const TAG_HEIGHT = 40;

/** Keeps the box between the bars, whatever they hold at the moment. */
export function useInsets(bottom: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = bottom.current;
    if (!element) return;
    const measure = () => {
      const low = isSideways();
      const lesson = low ? null : document.querySelector(".lesson");
      insets.value = {
        top: low ? 40 : lesson ? lesson.getBoundingClientRect().bottom + TAG_HEIGHT : 92,
        left: 0,
        right: low ? Math.min(340, window.innerWidth * 0.4) : 0,
        bottom: low
          ? 22
          : Math.min(Math.max(element.offsetHeight, LEAST_BAR) + 12, window.innerHeight * 0.45),
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
  }, [bottom.current, taught.value]);
}
