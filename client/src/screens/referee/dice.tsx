/**
 * How the dice lie after a throw at the real box, in as few taps as can be: a single die is entered
 * by the tap that says what it shows; a lying die that changed is tapped first.
 */

import { Button } from "../../controls/button";
import { Toggle } from "../../controls/choices";
import { DieFace } from "../../controls/die";
import { Icon } from "../../controls/icons";
import { familyOf, sidesOf } from "../../game/editions";
import { t } from "../../i18n";
import { arenaParams, faceName } from "../../speech/sentences";
import { Faces } from "./faces";
import { draftOf, keepDraft, kept, tell, waiting } from "./state";
import {
  type BoxThrow,
  entry,
  matching,
  missingDice,
  OUT,
  type Thrown,
  type ThrowTally,
  tapDie,
  tapFace,
  tapTower,
  towerOf,
} from "./tally";

/** Requests after which nobody is told any more how a die that changed is entered. */
const TAUGHT = 3;

interface TallyPart {
  readonly edition: string;
  readonly at: BoxThrow;
  readonly tally: ThrowTally;
  readonly onChange: (tally: ThrowTally) => void;
}

export function Dice({
  edition,
  at,
  thrown,
  mayEnd,
}: {
  edition: string;
  at: BoxThrow;
  thrown: Thrown;
  /** Whether the turn may be ended instead. */
  mayEnd: boolean;
}) {
  const tally = draftOf(at, thrown);
  const missing = missingDice(tally);
  const byHand = at.count > 1 || mayLeave();
  const enter = (told: ThrowTally) => void tell(entry(told, thrown, mayLeave()));
  const part: TallyPart = { edition, at, tally, onChange: (next) => keepDraft(thrown, next) };
  const tap = (face: string) => {
    if (missing === 0 || waiting.value) return;
    const next = tapFace(tally, face);
    part.onChange(next);
    if (!byHand && missingDice(next) === 0) enter(next);
  };
  return (
    <>
      <Lying {...part} />
      <Tower {...part} />
      {mayLeave() && <Left {...part} />}
      <Faces faces={sidesOf(edition)} edition={edition} onTap={tap}>
        <OutButton edition={edition} onTap={() => tap(OUT)} />
        {mayEnd && (
          <Button
            class="secondary end-button"
            text={t("act.end")}
            onClick={() => void tell({ end: true })}
          />
        )}
        {!waiting.value && (byHand || missing === 0) && (
          <Button
            class="primary enter-button"
            text={t("referee.enter")}
            disabled={missing !== 0}
            onClick={() => enter(tally)}
          />
        )}
      </Faces>
    </>
  );
}

/** Whether matching dice may be left lying, by the house rules of this game. */
function mayLeave(): boolean {
  return kept.value?.rules?.changed.collecting === "optional";
}

/** Every die in its place: what it shows, or that it is still to be told. */
function Lying({ edition, at, tally, onChange }: TallyPart) {
  const lying = at.before.filter(isFace);
  const missing = missingDice(tally);
  const isFirst = (kept.value?.requests.length ?? 0) <= TAUGHT;
  return (
    <>
      <ul class="lying-dice" aria-label={t("referee.lies", arenaParams(edition))}>
        {tally.dice.map((face, i) => (
          <li key={i}>
            <Die
              edition={edition}
              face={face}
              lay={lying[i] ?? null}
              onTap={() => onChange(tapDie(tally, i, at))}
            />
          </li>
        ))}
      </ul>
      <div class="lying-state">
        <p role="status">
          {missing > 0 && at.count > 1 && t("referee.missing", { count: missing })}
        </p>
        {lying.length > 0 && isFirst && <p class="hint">{t("referee.turned")}</p>}
      </div>
    </>
  );
}

const isFace = (piece: unknown): piece is string => typeof piece === "string";

function Die({
  edition,
  face,
  lay,
  onTap,
}: {
  edition: string;
  face: string | null;
  /** What it showed before the throw, where it lay there. */
  lay: string | null;
  onTap: () => void;
}) {
  if (face === null && lay === null) return <span class="die-place" aria-hidden="true" />;
  const shown = face === OUT ? t("referee.out") : faceName(face ?? lay ?? "", edition);
  const label = face === null ? "referee.unchanged" : lay ? "referee.changed" : "referee.less";
  return (
    <button
      type="button"
      class={face === null ? "die-place told changed" : "die-place told"}
      aria-label={t(label, { face: shown })}
      onClick={onTap}
    >
      {face === OUT ? (
        <Icon name="share" />
      ) : (
        <DieFace face={face ?? lay ?? ""} family={familyOf(edition)} size={40} />
      )}
    </button>
  );
}

/** Whether the tower still stands. */
function Tower({ edition, at, tally, onChange }: TallyPart) {
  if (!towerOf(at.before)) return null;
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
      <Button
        text={t("referee.towerGone")}
        aria-pressed={standing.length === 0}
        onClick={() => onChange(tapTower(tally, at))}
      />
    </div>
  );
}

/** A die that left the box. */
function OutButton({ edition, onTap }: { edition: string; onTap: () => void }) {
  return (
    <button type="button" class="secondary out-button" onClick={onTap}>
      <strong>{t("referee.out")}</strong>{" "}
      <span class="hint">{t("referee.outHelp", arenaParams(edition))}</span>
    </button>
  );
}

/** Matching dice that are left lying. */
function Left({ edition, tally, onChange }: TallyPart) {
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
