/** The box behind a panel: in the part of the screen that is free, dressed for the chosen edition. */

import { useEffect } from "preact/hooks";
import { FIRST_EDITION, familyOf, isEdition } from "../game/editions";
import { wearing } from "../memory/shelf";
import type { EditionId } from "../protocol";
import { lastEdition } from "../settings";
import { useFamily } from "../style/family";
import { isBeside, isSideways } from "../style/screen";
import { director, insets } from "../table/display";

/** CSS pixels that the head of the page takes. */
const HEAD = 56;

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

/** The box is in the part of the screen that the panel leaves free, however large that is. */
export function usePlace(): void {
  useEffect(() => {
    const panel = document.querySelector(".home-play");
    if (!panel) return;
    const place = () => {
      const { right, top } = panel.getBoundingClientRect();
      insets.value =
        isBeside() || isSideways()
          ? { top: 0, right: 0, bottom: 0, left: right }
          : { top: HEAD, right: 0, bottom: window.innerHeight - top, left: 0 };
    };
    const observer = new ResizeObserver(place);
    observer.observe(panel);
    window.addEventListener("resize", place);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", place);
    };
  }, []);
}

/** Unless somebody plays in it, the box shows dice. */
export function useShowcase(shows = true): void {
  usePlace();
  useEffect(() => {
    if (!shows) return;
    director.value?.arena.showcase(true);
    return () => director.value?.arena.showcase(false);
  }, [director.value]);
  const { finish, mat } = wearing.value;
  useEffect(() => {
    if (shows) director.value?.arena.layOut(finish, mat);
  }, [director.value, finish, mat]);
}
