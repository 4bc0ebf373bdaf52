/** How the dice lie after a throw at the real box, tapped in. */

import { useState } from "preact/hooks";
import { Toggle } from "../../controls/panel";
import { t } from "../../i18n";
import { arenaParams, faceName } from "../../speech/sentences";
import { Faces, sidesOf } from "./faces";
import { kept, type Pieces, takenBack, tell } from "./state";

/** How the dice lie after a throw: tapped, counted, and entered when all are there. */
export function Lying({
  edition,
  before,
  thrown,
  unit,
  extra,
}: {
  edition: string;
  before: readonly Pieces[];
  thrown: number;
  unit: string | number;
  extra: Readonly<Record<string, string | number>> | null;
}) {
  const tower = towerOf(before);
  const first = useState(() => corrected(unit, extra))[0] ?? { after: before, out: 0, leave: [] };
  const [counts, setCounts] = useState<Record<string, number>>(() => looseCounts(first.after));
  const [out, setOut] = useState(first.out);
  const [standing, setStanding] = useState<readonly string[]>(towerOf(first.after) ?? []);
  const [left, setLeft] = useState<readonly string[]>(first.leave);
  const sets = mayLeave() ? Object.keys(counts).filter((face) => (counts[face] ?? 0) > 1) : [];
  const total =
    before.reduce((sum, piece) => sum + (Array.isArray(piece) ? piece.length : 1), 0) + thrown;
  const lying =
    Object.values(counts).reduce((sum, count) => sum + count, 0) + standing.length + out;
  const missing = total - lying;
  const change = (face: string, by: number) =>
    setCounts({ ...counts, [face]: Math.max(0, (counts[face] ?? 0) + by) });
  const enter = () => {
    const after = [...toPieces(counts), ...(standing.length > 1 ? [standing] : standing)];
    const leave = sets.filter((face) => left.includes(face));
    const chosen = leave.length ? { leave } : {};
    void tell(extra ? { extra, after, out, ...chosen } : { throw: unit, after, out, ...chosen });
  };
  return (
    <div class="lying">
      <h2 class="group-title">{t("referee.lies", arenaParams(edition))}</h2>
      <Faces faces={sidesOf(edition)} edition={edition} counts={counts} onTap={change} />
      {tower && (
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
            onClick={() => setStanding(standing.length ? [] : tower)}
          >
            {t("referee.towerGone")}
          </button>
        </div>
      )}
      <div class="out-row">
        <span>
          {t("referee.out")} <span class="hint">{t("referee.outHelp", arenaParams(edition))}</span>
        </span>
        <button
          type="button"
          class="less"
          disabled={out === 0}
          aria-label={t("referee.less", { face: t("referee.out") })}
          onClick={() => setOut(out - 1)}
        >
          <span aria-hidden="true">{"−"}</span>
        </button>
        <strong>{out}</strong>
        <button
          type="button"
          class="less"
          aria-label={t("referee.add", { face: t("referee.out") })}
          onClick={() => setOut(out + 1)}
        >
          <span aria-hidden="true">{"+"}</span>
        </button>
      </div>
      {sets.map((face) => (
        <Toggle
          key={face}
          label={t("referee.leave", { face: faceName(face, edition) })}
          checked={left.includes(face)}
          onChange={(on) => setLeft(on ? [...left, face] : left.filter((one) => one !== face))}
        />
      ))}
      <div class="lying-end">
        <p role="status">
          {missing > 0
            ? t("referee.missing", { count: missing })
            : missing < 0
              ? t("referee.toomany", { count: -missing })
              : t("referee.adds")}
        </p>
        <button type="button" class="primary big" disabled={missing !== 0} onClick={enter}>
          {t("referee.enter")}
        </button>
      </div>
    </div>
  );
}

interface Told {
  readonly after: readonly Pieces[];
  readonly out: number;
  readonly leave: readonly string[];
}

/** The same throw as it was told before it was taken back: to be corrected, not tapped again. */
function corrected(unit: string | number, extra: object | null): Told | null {
  const told = takenBack.value;
  if (!told || (extra ? !("extra" in told) : told.throw !== unit)) return null;
  const { after = [], out = 0, leave = [] } = told as Partial<Told>;
  return { after, out, leave };
}

function towerOf(pieces: readonly Pieces[]): readonly string[] | null {
  return pieces.find((piece): piece is readonly string[] => Array.isArray(piece)) ?? null;
}

/** Whether matching dice may be left lying, by the house rules of this game. */
function mayLeave(): boolean {
  return kept.value?.house?.changed.collecting === "optional";
}

function looseCounts(pieces: readonly Pieces[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const piece of pieces)
    if (typeof piece === "string") counts[piece] = (counts[piece] ?? 0) + 1;
  return counts;
}

function toPieces(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([face, count]) =>
    Array.from({ length: count }, () => face),
  );
}
