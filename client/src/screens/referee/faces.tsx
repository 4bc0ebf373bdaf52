/** The pad: big buttons for the sides of the dice, by finger and by key. */

import type { ComponentChildren } from "preact";
import { DieFace } from "../../controls/die";
import { familyOf } from "../../game/editions";
import { t } from "../../i18n";
import { faceName } from "../../speech/sentences";
import { keyOf, usePadKeys } from "./keys";
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
