/** The pad: big buttons for the sides of the dice, by finger, and by key: its own sign, else its place. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { DieFace } from "../../controls/die";
import { familyOf } from "../../game/editions";
import { t } from "../../i18n";
import { faceName } from "../../speech/sentences";
import "../../controls/faces.css";

export function Faces({
  faces,
  edition,
  onTap,
  children,
}: {
  faces: readonly string[];
  edition: string;
  onTap: (face: string) => void;
  /** Further buttons of the pad. */
  children?: ComponentChildren;
}) {
  const family = familyOf(edition);
  usePadKeys(faces, onTap);
  return (
    <div class="tap-faces">
      {faces.map((face, i) => (
        <button
          key={face}
          type="button"
          class="face-button"
          aria-label={t("referee.add", { face: faceName(face, edition) })}
          aria-keyshortcuts={keyOf(face, i)}
          onClick={() => onTap(face)}
        >
          <DieFace face={face} family={family} size={64} />
          {family !== "strike" && <span>{faceName(face, edition)}</span>}
        </button>
      ))}
      {children}
    </div>
  );
}

/** The key that taps a face. */
export function keyOf(face: string, place: number): string {
  return face.length === 1 ? face : String(place + 1);
}

/** The face that a key taps; none for keys that mean something else. */
export function faceOf(event: KeyboardEvent, faces: readonly string[]): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return undefined;
  const target = event.target as Element | null;
  if (target?.closest?.("input:not([type=radio], [type=checkbox]), select, textarea, dialog"))
    return undefined;
  const key = event.key.toLowerCase();
  return faces.find((face, place) => keyOf(face, place).toLowerCase() === key);
}

function usePadKeys(faces: readonly string[], onTap: (face: string) => void): void {
  const newest = useRef({ faces, onTap });
  newest.current = { faces, onTap };
  // As soon as the pad is there: who sees it may press a key.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const face = faceOf(event, newest.current.faces);
      if (face !== undefined) newest.current.onTap(face);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}
