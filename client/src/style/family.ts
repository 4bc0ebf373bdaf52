/** The colours of the box being played, which the style sheets read from the root element. */

import { useEffect } from "preact/hooks";
import { familyOf } from "../game/editions";

/** Dresses the page for an edition; null leaves it as it is. */
export function useFamily(edition: string | null): void {
  useEffect(() => {
    if (edition !== null) document.documentElement.dataset.family = familyOf(edition);
  }, [edition]);
}
