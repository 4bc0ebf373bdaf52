/** Answers that point at dice: the start die, sets to take, a further die, a tower's order. */

import { useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { FaceButtons } from "../../controls/faces";
import { symbolsOf } from "../../game/editions";
import { t } from "../../i18n";
import type { GameView } from "../../protocol";
import { useSession } from "../../session";
import { faceName } from "../../speech/sentences";
import { answer } from "../commands";
import { ThrowButton } from "./throw";
import type { Answering } from "./types";

export function PlacingStart({ edition, awaited, ...at }: Answering<"start_die">) {
  const session = useSession();
  return (
    <>
      {awaited.may_choose && (
        <FaceButtons
          faces={symbolsOf(edition).map((face) => ({ id: face, face }))}
          edition={edition}
          onChoose={(face) => answer(session, at, `start ${face}`)}
        />
      )}
      {session.page.units.value.length > 0 && <ThrowButton />}
    </>
  );
}

export function Summoning({ game, seat, edition, awaited }: Answering<"accio">) {
  const session = useSession();
  const take = (die: number) =>
    answer(session, { game, seat }, `accio ${faceOf(game, die)}`, [die]);
  const offers = game.dice.map((id) => ({ id, face: faceOf(game, id) }));
  const note = (id: number, face: string) => {
    const tower = game.arena.find(({ dice }) => dice.some((die) => die.id === id))?.dice ?? [];
    if (tower.length < 2 || offers.filter((one) => one.face === face).length < 2) return {};
    const number = tower.findIndex((die) => die.id === id) + 1;
    return { note: t("ask.accioPlace", { number }) };
  };
  const takeNone = () => answer(session, { game, seat }, "accio -");
  return (
    <>
      <FaceButtons
        faces={offers.map(({ id, face }) => ({ id, face, ...note(id, face) }))}
        edition={edition}
        onChoose={take}
      />
      {awaited.may_decline && <Button text={t("act.none")} onClick={takeNone} />}
    </>
  );
}

export function Collecting({ edition, awaited, ...at }: Answering<"collect">) {
  const session = useSession();
  const { faces } = awaited;
  const [chosen, setChosen] = useState<readonly string[]>(faces);
  return (
    <>
      <FaceButtons
        faces={faces.map((face) => ({ id: face, face, chosen: chosen.includes(face) }))}
        edition={edition}
        onChoose={(face) =>
          setChosen(
            faces.filter((one) => (one === face ? !chosen.includes(face) : chosen.includes(one))),
          )
        }
      />
      <Button
        class="primary"
        text={t("act.take")}
        onClick={() => answer(session, at, `collect ${chosen.join(" ") || "-"}`)}
      />
    </>
  );
}

export function Stacking({ game, seat, edition }: Answering<"stack">) {
  const session = useSession();
  const { dice } = game;
  const [order, setOrder] = useState<number[]>([]);
  const left = dice.filter((id) => !order.includes(id));
  const pile = (ids: number[]) =>
    answer(session, { game, seat }, `stack ${ids.map((id) => faceOf(game, id)).join("/")}`, ids);
  const add = (id: number) => {
    const next = [...order, id];
    if (next.length === dice.length) pile(next);
    else setOrder(next);
  };
  return (
    <>
      {order.length > 0 && (
        <p class="tower-line">
          {order.map((id) => faceName(faceOf(game, id), edition)).join(" → ")}
        </p>
      )}
      <FaceButtons
        faces={left.map((id) => ({ id, face: faceOf(game, id) }))}
        edition={edition}
        onChoose={add}
      />
      <div class="row">
        {order.length > 0 && <Button text={t("act.clear")} onClick={() => setOrder([])} />}
        <Button class="primary" text={t("act.done")} onClick={() => pile([...order, ...left])} />
      </div>
    </>
  );
}

function faceOf(game: GameView, id: number): string {
  for (const piece of game.arena) for (const die of piece.dice) if (die.id === id) return die.face;
  return "X";
}
