/** Shows the box in the part of the screen that a panel leaves free. */

import { useEffect } from "preact/hooks";
import { isBeside } from "../style/screen";
import { director, insets } from "../table/display";

/** CSS pixels, and shares of the screen, that the panel takes. */
const BESIDE = { most: 520, share: 0.42 };
const BELOW = { head: 56, share: 0.56 };

export function useShowcase(): void {
  useEffect(() => {
    const place = () => {
      insets.value = isBeside()
        ? { top: 0, right: 0, bottom: 0, left: panelWidth() }
        : { top: BELOW.head, right: 0, bottom: panelHeight(), left: 0 };
    };
    place();
    window.addEventListener("resize", place);
    return () => window.removeEventListener("resize", place);
  }, []);
  useEffect(() => {
    director.value?.arena.showcase(true);
    return () => director.value?.arena.showcase(false);
  }, [director.value]);
}

function panelWidth(): number {
  return Math.min(BESIDE.most, window.innerWidth * BESIDE.share);
}

function panelHeight(): number {
  return Math.round(window.innerHeight * BELOW.share);
}
