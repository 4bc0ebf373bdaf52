/** The box behind a panel: in the part of the screen that is free, dressed for the chosen edition. */

import { useEffect } from "preact/hooks";
import { FIRST_EDITION, familyOf, isEdition } from "../game/editions";
import { wearing } from "../memory/shelf";
import type { EditionId } from "../protocol";
import { lastEdition } from "../settings";
import { useFamily } from "../style/family";
import { isBeside, isSideways } from "../style/screen";
import { director, insets } from "../table/display";

/** CSS pixels, and shares of the screen, that the panel takes. */
const BESIDE = { most: 520, share: 0.42 };
const SIDEWAYS = { most: 456, share: 0.5 };
const BELOW = { head: 56, share: 0.56 };

/** The chosen edition, remembered, with the box behind dressed to match. */
export function useEdition(): [EditionId, (edition: EditionId) => void] {
  const edition = isEdition(lastEdition.value) ? lastEdition.value : FIRST_EDITION;
  useFamily(edition);
  useEffect(() => {
    director.value?.arena.dress(familyOf(edition));
  }, [edition, director.value]);
  return [
    edition,
    (next) => {
      lastEdition.value = next;
    },
  ];
}

export function useShowcase(): void {
  useEffect(() => {
    const place = () => {
      insets.value =
        isBeside() || isSideways()
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
  const { finish, mat } = wearing.value;
  useEffect(() => director.value?.arena.layOut(finish, mat), [director.value, finish, mat]);
}

function panelWidth(): number {
  const { most, share } = isSideways() ? SIDEWAYS : BESIDE;
  return Math.min(most, window.innerWidth * share);
}

function panelHeight(): number {
  return Math.round(window.innerHeight * BELOW.share);
}
