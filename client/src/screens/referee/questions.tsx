/** What the referee asks at a real box: one question for each thing a game can wait for. */

import { useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { Choice, Toggle } from "../../controls/choices";
import { FaceButtons } from "../../controls/faces";
import { sidesOf } from "../../game/editions";
import { listed, t } from "../../i18n";
import type { AwaitAccio, AwaitStack, RefereeAnswer, RefereeHand } from "../../protocol";
import { allInName, faceName, theNull } from "../../speech/sentences";
import { unitName } from "../../table/answers/throw";
import { Dice } from "./dice";
import { Faces } from "./faces";
import { Over } from "./result";
import { keepDraft, kept, takenBack, tell } from "./state";
import { type BoxThrow, freshTally, type Thrown, type Unit } from "./tally";

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
          units={{ [player]: awaited.units.map(asTold) }}
          mayEnd={awaited.kind === "choice"}
        />
      );
    case "extra":
      return (
        <ThrowStep
          answer={answer}
          edition={edition}
          units={unitsByName(awaited.units, players)}
          along
        />
      );
    case "accio":
      return <AccioStep awaited={awaited} edition={edition} player={player} />;
    case "stack":
      return <StackStep key={place} awaited={awaited} edition={edition} player={player} />;
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

/** The supply of a player: a number where there are no piles. */
function castOf(state: RefereeAnswer["state"], player: string): RefereeHand {
  const hand = state?.hands[player] ?? 0;
  return typeof hand === "number" ? { loose: hand, piles: [] } : hand;
}

export function unitDice(state: RefereeAnswer["state"], player: string, unit: Unit): number {
  const { loose, piles } = castOf(state, player);
  if (unit === "all") return piles.reduce((sum, pile) => sum + pile, loose);
  const [kind, index] = String(unit).split(":");
  return kind === "pile" ? (piles[Number(index)] ?? 1) : 1;
}

/** What each player may throw, and what they do. */
type Units = Readonly<Record<string, readonly Unit[]>>;
type Chosen = Readonly<Record<string, Unit>>;

/** As chosen so far, or before that throw was taken back; else the first there is. */
function chosenOf(units: Units): Chosen {
  const before: object = kept.value?.draft?.thrown ?? takenBack.value ?? {};
  const wished = before as { unit?: Unit; throw?: Unit; extra?: Chosen };
  const wish = (name: string) => wished.extra?.[name] ?? wished.unit ?? wished.throw;
  return Object.fromEntries(
    Object.entries(units).map(([name, some]) => [
      name,
      some.find((one) => one === wish(name)) ?? some[0] ?? 1,
    ]),
  );
}

/** What lies there, and the chosen dice thrown at it. */
function boxThrow({ state }: RefereeAnswer, chosen: Chosen): BoxThrow {
  const dice = Object.entries(chosen).map(([name, unit]) => unitDice(state, name, unit));
  return { before: state?.arena ?? [], count: dice.reduce((sum, one) => sum + one, 0) };
}

/** One player throws, or several each a die along. */
function ThrowStep({
  answer,
  edition,
  units,
  along = false,
  mayEnd = false,
}: {
  answer: RefereeAnswer;
  edition: string;
  units: Units;
  along?: boolean;
  mayEnd?: boolean;
}) {
  const players = Object.keys(units);
  const [player = ""] = players;
  const chosen = chosenOf(units);
  const thrownBy = (by: Chosen): Thrown => (along ? { extra: by } : { unit: by[player] ?? 1 });
  const at = boxThrow(answer, chosen);
  const told = { name: player, allin: allInName(edition), count: at.count };
  const ask = mayEnd ? "referee.choice" : "referee.throw";
  return (
    <>
      <p class="ask">
        {along
          ? t("referee.extra", { names: listed(players) })
          : t(chosen[player] === "all" ? "referee.throwAll" : ask, told)}
      </p>
      {Object.entries(units).map(([name, some]) => {
        if (some.length < 2) return null;
        const legend = along ? name : t("referee.unit");
        return (
          <Choice
            key={name}
            name={`referee-unit ${legend}`}
            legend={legend}
            value={chosen[name] ?? 1}
            options={some.map((value) => ({
              value,
              label: unitName(String(value), unitDice(answer.state, name, value)),
            }))}
            onChange={(unit) => {
              const next = { ...chosen, [name]: unit };
              keepDraft(thrownBy(next), freshTally(boxThrow(answer, next)));
            }}
          />
        );
      })}
      <Dice edition={edition} at={at} thrown={thrownBy(chosen)} mayEnd={mayEnd} />
    </>
  );
}

/** A question to one player. */
interface Asked<Awaited> {
  readonly awaited: Awaited;
  readonly edition: string;
  readonly player: string;
}

function AccioStep({ awaited, edition, player }: Asked<AwaitAccio>) {
  return (
    <>
      <p class="ask">{t("referee.accio", { name: player })}</p>
      <Faces
        faces={[...new Set(awaited.faces)]}
        edition={edition}
        onTap={(face) => void tell({ accio: face })}
      />
      {awaited.others.length > 0 && (
        <FaceButtons
          faces={awaited.others.map(([face, [piece, die]]) => ({
            id: `${face} ${piece} ${die}`,
            face,
            note: t("ask.accioPlace", { number: die + 1 }),
          }))}
          edition={edition}
          onChoose={(id) => {
            const [face, piece, die] = id.split(" ");
            void tell({ accio: { face, piece: Number(piece), die: Number(die) } });
          }}
        />
      )}
      {awaited.may_decline && (
        <Button text={t("act.none")} onClick={() => void tell({ accio: null })} />
      )}
    </>
  );
}

function ColumnStep({ answer, players }: { answer: RefereeAnswer; players: readonly string[] }) {
  const [keep, setKeep] = useState<Readonly<Record<string, readonly number[]>>>({});
  const choosing = kept.value?.rules?.changed.piles_after_column === "owner_choice";
  const owners = choosing ? players.filter((name) => castOf(answer.state, name).piles.length) : [];
  const mark = (name: string, pile: number, on: boolean) => {
    const others = (keep[name] ?? []).filter((one) => one !== pile);
    setKeep({ ...keep, [name]: on ? [...others, pile] : others });
  };
  return (
    <>
      <p class="ask">{t("referee.column")}</p>
      {owners.length > 0 && <p>{t("ask.keepPiles")}</p>}
      {owners.flatMap((name) =>
        castOf(answer.state, name).piles.map((count, pile) => (
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

function StackStep({ awaited: { faces }, edition, player }: Asked<AwaitStack>) {
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
