/** How the dice lie after a throw at the real box, tapped in. */

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { Toggle } from "../panel";
import { arenaParams, faceName } from "../speech";
import { Faces, sidesOf } from "./faces";
import { kept, tell } from "./state";
import { type Pieces, toPieces } from "./words";

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
  const tower = before.find((piece): piece is readonly string[] => Array.isArray(piece)) ?? null;
  const [counts, setCounts] = useState<Record<string, number>>(() => looseCounts(before));
  const [out, setOut] = useState(0);
  const [standing, setStanding] = useState<readonly string[]>(tower ?? []);
  const [left, setLeft] = useState<readonly string[]>([]);
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
          <span>
            {t("referee.towerHelp")}: {standing.map((face) => faceName(face, edition)).join(" → ")}
          </span>
          <button type="button" class="secondary" onClick={() => setStanding([])}>
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
  );
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
