/** Big buttons for the sides of the dice, with counts to correct. */

import { DieFace } from "../../controls/die";
import { familyOf } from "../../game/editions";
import { t } from "../../i18n";
import { faceName } from "../../speech/sentences";
import "../../controls/faces.css";

export function Faces({
  faces,
  edition,
  onTap,
  counts,
}: {
  faces: readonly string[];
  edition: string;
  onTap: (face: string, by: number) => void;
  counts?: Readonly<Record<string, number>>;
}) {
  const family = familyOf(edition);
  return (
    <div class="tap-faces">
      {faces.map((face) => {
        const count = counts?.[face] ?? 0;
        return (
          <div key={face} class="tap-face">
            <button
              type="button"
              class="face-button"
              aria-label={t("referee.add", { face: faceName(face, edition) })}
              onClick={() => onTap(face, 1)}
            >
              <DieFace face={face} family={family} size={56} />
              {family !== "strike" && <span>{faceName(face, edition)}</span>}
            </button>
            {counts && <strong class="tap-count">{count}</strong>}
            {counts && (
              <button
                type="button"
                class="less"
                disabled={count === 0}
                aria-label={t("referee.less", { face: faceName(face, edition) })}
                onClick={() => onTap(face, -1)}
              >
                <span aria-hidden="true">{"−"}</span>
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}
