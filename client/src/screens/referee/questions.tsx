/** What the referee asks at a real box: one question for each thing a game can wait for. */

import { useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { Toggle } from "../../controls/choices";
import { FaceButtons } from "../../controls/faces";
import { sidesOf } from "../../game/editions";
import { listed, t } from "../../i18n";
import type { AwaitAccio, RefereeAnswer } from "../../protocol";
import { allInName, faceName, theNull } from "../../speech/sentences";
import { Dice } from "./dice";
import { Faces } from "./faces";
import { Over } from "./result";
import { keepDraft, kept, takenBack, tell } from "./state";
import { type BoxThrow, freshTally, type Unit } from "./tally";

/** What the referee asks for next, and the buttons to answer it. */
export function Step({ answer, edition }: { answer: RefereeAnswer; edition: string }) {
  const awaited = answer.awaited;
  if (!awaited || !kept.value) return null;
  const { players, requests } = kept.value;
  const nameOf = (seat: number) => players[seat] ?? "";
  const player = "seat" in awaited ? nameOf(awaited.seat) : "";
  const faces = sidesOf(edition);
  const place = requests.length;
  switch (awaited.kind) {
    case "start_die":
      return (
        <>
          <p class="ask">
            {awaited.how === "placed"
              ? t("referee.startPlaced", { theNull: theNull(edition) })
              : t("referee.startThrown")}
          </p>
          <Faces
            faces={awaited.how === "placed" ? faces.filter((face) => face !== "X") : faces}
            edition={edition}
            onTap={(face) => void tell({ start_die: face })}
          />
        </>
      );
    case "throw":
    case "choice":
      return (
        <ThrowStep
          answer={answer}
          edition={edition}
          player={player}
          units={awaited.units.map(asTold)}
          mayEnd={awaited.kind === "choice"}
        />
      );
    case "extra":
      return (
        <ExtraStep
          answer={answer}
          edition={edition}
          players={unitsByName(awaited.units, players)}
        />
      );
    case "accio":
      return <AccioStep awaited={awaited} edition={edition} player={player} />;
    case "stack":
      return <StackStep key={place} faces={awaited.faces} edition={edition} player={player} />;
    case "column":
      return <ColumnStep key={place} answer={answer} players={awaited.seats.map(nameOf)} />;
    case "over":
      return <Over answer={answer} winners={awaited.winners.map(nameOf)} />;
    case "collect": // what is left goes with the throw
    case "flying":
      return null;
  }
}

/** What may be thrown by whom. */
function unitsByName(
  units: Readonly<Record<string, readonly string[]>>,
  players: readonly string[],
): Record<string, Unit[]> {
  const all = Object.entries(units);
  return Object.fromEntries(all.map(([seat, some]) => [players[Number(seat)], some.map(asTold)]));
}

/** A unit as requests name it. */
function asTold(unit: string): Unit {
  return unit === "1" ? 1 : unit;
}

function unitDice(state: RefereeAnswer["state"], player: string, unit: Unit): number {
  const hand = state?.hands[player];
  const piles = typeof hand === "object" ? hand.piles : [];
  const loose = typeof hand === "object" ? hand.loose : (hand ?? 0);
  if (unit === "all") return loose + piles.reduce((sum, pile) => sum + pile, 0);
  const [kind, index] = String(unit).split(":");
  return kind === "pile" ? (piles[Number(index)] ?? 1) : 1;
}

function unitName(unit: Unit, count: number): string {
  const [kind, index] = String(unit).split(":");
  if (kind === "pile") return t("unit.pile", { count });
  if (kind === "die") return t("unit.die", { number: Number(index) + 1 });
  return t(kind === "all" ? "unit.all" : "unit.1");
}

function UnitChoice({
  legend,
  units,
  diceIn,
  value,
  onChange,
}: {
  legend: string;
  units: readonly Unit[];
  diceIn: (unit: Unit) => number;
  value: Unit;
  onChange: (unit: Unit) => void;
}) {
  if (units.length < 2) return null;
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="chips">
        {units.map((unit) => (
          <label key={String(unit)} class={unit === value ? "chip chosen" : "chip"}>
            <input
              type="radio"
              name={`referee-unit ${legend}`}
              checked={unit === value}
              onChange={() => onChange(unit)}
            />
            <span>{unitName(unit, diceIn(unit))}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function ThrowStep({
  answer,
  edition,
  player,
  units,
  mayEnd,
}: {
  answer: RefereeAnswer;
  edition: string;
  player: string;
  units: readonly Unit[];
  mayEnd: boolean;
}) {
  const before = (kept.value?.draft?.thrown ?? takenBackThrow()) as { unit?: Unit } | null;
  const unit = before?.unit !== undefined && units.includes(before.unit) ? before.unit : units[0];
  if (unit === undefined) return null;
  const at = (one: Unit) => throwOf(answer, unitDice(answer.state, player, one));
  const { count } = at(unit);
  const all = unit === "all";
  const told = { name: player, allin: allInName(edition), count };
  return (
    <>
      <p class="ask">
        {t(all ? "referee.throwAll" : mayEnd ? "referee.choice" : "referee.throw", told)}
      </p>
      <UnitChoice
        legend={t("referee.unit")}
        units={units}
        diceIn={(one) => at(one).count}
        value={unit}
        onChange={(one) => keepDraft({ unit: one }, freshTally(at(one)))}
      />
      <Dice
        edition={edition}
        at={at(unit)}
        thrown={{ unit }}
        ending={mayEnd ? player : undefined}
      />
    </>
  );
}

/** What lies there, and so many dice thrown at it. */
function throwOf(answer: RefereeAnswer, count: number): BoxThrow {
  return { before: answer.state?.arena ?? [], count };
}

function takenBackThrow(): { unit: Unit } | null {
  const unit = takenBack.value?.throw as Unit | undefined;
  return unit === undefined ? null : { unit };
}

interface Along {
  readonly extra: Readonly<Record<string, Unit>>;
}

function ExtraStep({
  answer,
  edition,
  players,
}: {
  answer: RefereeAnswer;
  edition: string;
  players: Readonly<Record<string, readonly Unit[]>>;
}) {
  const before = (kept.value?.draft?.thrown ?? takenBack.value) as Partial<Along> | null;
  const wished = before?.extra ?? {};
  const chosen = Object.fromEntries(
    Object.entries(players).map(([name, units]) => {
      const unit = wished[name];
      return [name, unit !== undefined && units.includes(unit) ? unit : (units[0] ?? 1)];
    }),
  );
  const at = (extra: Along["extra"]) => {
    const dice = Object.entries(extra).map(([name, unit]) => unitDice(answer.state, name, unit));
    return throwOf(
      answer,
      dice.reduce((sum, one) => sum + one, 0),
    );
  };
  return (
    <>
      <p class="ask">{t("referee.extra", { names: listed(Object.keys(players)) })}</p>
      {Object.entries(players).map(([name, units]) => (
        <UnitChoice
          key={name}
          legend={name}
          units={units}
          diceIn={(one) => unitDice(answer.state, name, one)}
          value={chosen[name] ?? 1}
          onChange={(unit) => {
            const extra = { ...chosen, [name]: unit };
            keepDraft({ extra }, freshTally(at(extra)));
          }}
        />
      ))}
      <Dice edition={edition} at={at(chosen)} thrown={{ extra: chosen }} />
    </>
  );
}

function AccioStep({
  awaited,
  edition,
  player,
}: {
  awaited: AwaitAccio;
  edition: string;
  player: string;
}) {
  return (
    <>
      <p class="ask">{t("referee.accio", { name: player })}</p>
      <Faces
        faces={[...new Set(awaited.faces)]}
        edition={edition}
        onTap={(face) => void tell({ accio: face })}
      />
      {awaited.may_decline && (
        <Button text={t("act.none")} onClick={() => void tell({ accio: null })} />
      )}
    </>
  );
}

function pilesOf(state: RefereeAnswer["state"], player: string): readonly number[] {
  const hand = state?.hands[player];
  return typeof hand === "object" ? hand.piles : [];
}

function ColumnStep({ answer, players }: { answer: RefereeAnswer; players: readonly string[] }) {
  const [keep, setKeep] = useState<Readonly<Record<string, readonly number[]>>>({});
  const choosing = kept.value?.rules?.changed.piles_after_column === "owner_choice";
  const owners = choosing ? players.filter((name) => pilesOf(answer.state, name).length) : [];
  const mark = (name: string, pile: number, on: boolean) => {
    const others = (keep[name] ?? []).filter((one) => one !== pile);
    setKeep({ ...keep, [name]: on ? [...others, pile] : others });
  };
  return (
    <>
      <p class="ask">{t("referee.column")}</p>
      {owners.length > 0 && <p>{t("ask.keepPiles")}</p>}
      {owners.flatMap((name) =>
        pilesOf(answer.state, name).map((count, pile) => (
          <Toggle
            key={`${name} ${pile}`}
            label={t("pair", { first: name, second: t("unit.pile", { count }) })}
            checked={keep[name]?.includes(pile) ?? false}
            onChange={(on) => mark(name, pile, on)}
          />
        )),
      )}
      <div class="row">
        {players.map((name) => (
          <Button
            key={name}
            text={name}
            onClick={() => void tell(choosing ? { column: name, keep } : { column: name })}
          />
        ))}
      </div>
    </>
  );
}

function StackStep({
  faces,
  edition,
  player,
}: {
  faces: readonly string[];
  edition: string;
  player: string;
}) {
  const [order, setOrder] = useState<readonly number[]>([]);
  const left = faces.map((_, i) => i).filter((i) => !order.includes(i));
  return (
    <>
      <p class="ask">{t("referee.stack", { name: player })}</p>
      <p>{order.map((i) => faceName(faces[i] ?? "", edition)).join(" → ")}</p>
      <FaceButtons
        faces={left.map((i) => ({ id: i, face: faces[i] ?? "" }))}
        edition={edition}
        size={48}
        onChoose={(i) => {
          const next = [...order, i];
          if (next.length === faces.length) void tell({ stack: next.map((k) => faces[k]) });
          setOrder(next);
        }}
      />
    </>
  );
}
