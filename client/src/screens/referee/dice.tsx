/** How the dice lie after a throw at the real box: tapped, counted, and entered when all are there. */

import { useState } from "preact/hooks";
import { Toggle } from "../../controls/choices";
import { sidesOf } from "../../game/editions";
import { t } from "../../i18n";
import { arenaParams, faceName } from "../../speech/sentences";
import { Faces } from "./faces";
import { kept, type Pieces, takenBack, tell } from "./state";
import {
  correctedTally,
  entry,
  matching,
  missingDice,
  type Tally,
  type Thrown,
  tallyOf,
  tapped,
  towerOf,
} from "./tally";

interface Part {
  readonly edition: string;
  readonly tally: Tally;
  readonly onChange: (tally: Tally) => void;
}

export function Dice({
  edition,
  before,
  count,
  thrown,
}: {
  edition: string;
  before: readonly Pieces[];
  /** How many dice are thrown. */
  count: number;
  thrown: Thrown;
}) {
  const [tally, onChange] = useState(
    () => correctedTally(thrown, takenBack.value) ?? tallyOf(before),
  );
  const part = { edition, tally, onChange };
  const missing = missingDice(tally, before, count);
  return (
    <div class="lying">
      <h2 class="group-title">{t("referee.lies", arenaParams(edition))}</h2>
      <Faces
        faces={sidesOf(edition)}
        edition={edition}
        counts={tally.counts}
        onTap={(face, by) => onChange(tapped(tally, face, by))}
      />
      <Tower {...part} tower={towerOf(before)} />
      <Out {...part} />
      {mayLeave() && <Left {...part} />}
      <div class="lying-end">
        <p role="status">{missingText(missing)}</p>
        <button
          type="button"
          class="primary big"
          disabled={missing !== 0}
          onClick={() => void tell(entry(tally, thrown, mayLeave()))}
        >
          {t("referee.enter")}
        </button>
      </div>
    </div>
  );
}

function missingText(missing: number): string {
  if (missing === 0) return t("referee.adds");
  return missing > 0
    ? t("referee.missing", { count: missing })
    : t("referee.toomany", { count: -missing });
}

/** Whether matching dice may be left lying, by the house rules of this game. */
function mayLeave(): boolean {
  return kept.value?.house?.changed.collecting === "optional";
}

/** Whether the tower still stands. */
function Tower({ edition, tally, onChange, tower }: Part & { tower: readonly string[] | null }) {
  if (!tower) return null;
  const { standing } = tally;
  return (
    <div class="row">
      {standing.length > 0 && (
        <span>
          {t("referee.towerHelp", {
            faces: standing.map((face) => faceName(face, edition)).join(" → "),
          })}
        </span>
      )}
      <button
        type="button"
        class="secondary"
        aria-pressed={standing.length === 0}
        onClick={() => onChange({ ...tally, standing: standing.length ? [] : tower })}
      >
        {t("referee.towerGone")}
      </button>
    </div>
  );
}

/** How many dice left the box. */
function Out({ edition, tally, onChange }: Part) {
  const { out } = tally;
  return (
    <div class="out-row">
      <span>
        {t("referee.out")} <span class="hint">{t("referee.outHelp", arenaParams(edition))}</span>
      </span>
      <button
        type="button"
        class="less"
        disabled={out === 0}
        aria-label={t("referee.less", { face: t("referee.out") })}
        onClick={() => onChange({ ...tally, out: out - 1 })}
      >
        <span aria-hidden="true">{"−"}</span>
      </button>
      <strong>{out}</strong>
      <button
        type="button"
        class="less"
        aria-label={t("referee.add", { face: t("referee.out") })}
        onClick={() => onChange({ ...tally, out: out + 1 })}
      >
        <span aria-hidden="true">{"+"}</span>
      </button>
    </div>
  );
}

/** Matching dice that are left lying. */
function Left({ edition, tally, onChange }: Part) {
  const { left } = tally;
  return (
    <>
      {matching(tally).map((face) => (
        <Toggle
          key={face}
          label={t("referee.leave", { face: faceName(face, edition) })}
          checked={left.includes(face)}
          onChange={(on) =>
            onChange({ ...tally, left: on ? [...left, face] : left.filter((one) => one !== face) })
          }
        />
      ))}
    </>
  );
}
