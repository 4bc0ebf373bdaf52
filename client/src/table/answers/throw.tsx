/** Throwing by button or key: what is thrown, pushing before it, and ending the turn. */

import { useEffect } from "preact/hooks";
import { Button, KeyHint } from "../../controls/button";
import { Choice } from "../../controls/choices";
import { diceInUnit } from "../../game/table";
import { t } from "../../i18n";
import type { GameView } from "../../protocol";
import { useSession } from "../../session";
import { calmDown, charge, letGo, strength, strengthName } from "../aim";
import { endTurn, throwNow } from "../commands";
import type { Answering } from "./types";
import "./throw.css";

export function Throwing({ game, seat, awaited }: Answering<"throw" | "choice" | "extra">) {
  const session = useSession();
  return (
    <>
      <Units game={game} seat={seat} />
      {awaited.kind !== "extra" && <Pushing />}
      <ThrowButton />
      {awaited.kind === "choice" && (
        <Button
          class="secondary end-turn"
          text={t("act.end")}
          shortcut="E"
          onClick={() => endTurn(session)}
        />
      )}
    </>
  );
}

export function ThrowButton() {
  const session = useSession();
  const what = session.page.unit.value;
  const hard = strength.value;
  const release = () => {
    const aim = letGo(session.page);
    if (aim) throwNow(session, aim);
  };
  useEffect(() => calmDown, []);
  return (
    <button
      type="button"
      class="primary throw"
      aria-description={t("act.throwHold")}
      style={{ "--strength": hard ?? 0 }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        charge(session.page);
      }}
      onPointerUp={release}
      onPointerCancel={calmDown}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => held(event, () => event.repeat || charge(session.page))}
      onKeyUp={(event) => held(event, release)}
      onClick={(event) => {
        // A screen reader's click has no pointer before it.
        if (event.detail !== 0) return;
        charge(session.page);
        release();
      }}
    >
      <span>
        {t(what === "all" ? "act.throwAll" : "act.throw")} <KeyHint shortcut={t("keys.space")} />
      </span>
      <span class="throw-hint" aria-hidden="true">
        {t(hard === null ? "act.throwHint" : `strength.${strengthName(hard)}`)}
      </span>
    </button>
  );
}

/** Keys that press a button charge this one for as long as they are down. */
function held(event: KeyboardEvent, act: () => void): void {
  if (event.key !== " " && event.key !== "Enter") return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function Units({ game, seat }: { game: GameView; seat: number }) {
  const { chosenUnit, unit, units } = useSession().page;
  if (units.value.length < 2) return null;
  return (
    <Choice
      name="unit"
      legend={t("referee.unit")}
      hidden
      value={unit.value ?? ""}
      options={units.value.map((value) => ({
        value,
        label: unitName(value, diceInUnit(game, seat, value)),
      }))}
      onChange={(name) => {
        chosenUnit.value = name;
      }}
    />
  );
}

function Pushing() {
  const { pushing, table } = useSession().page;
  const { info, game } = table.value;
  if (info?.options.premove === "none" || !game?.arena.length) return null;
  const what = t(info?.options.premove === "free" ? "ask.push" : "ask.pushConsent");
  return (
    <Button
      class="secondary push"
      icon="push"
      text={t(pushing.value ? "act.pushEnd" : "act.push")}
      aria-pressed={pushing.value}
      aria-description={`${what} ${t("ask.pushKeys")}`}
      title={what}
      onClick={() => {
        pushing.value = !pushing.value;
      }}
    />
  );
}

/** What is thrown, in words; of a pile with its dice. */
export function unitName(unit: string, count: number): string {
  const [kind, index] = unit.split(":");
  if (kind === "pile") return t("unit.pile", { count });
  if (kind === "die") return t("unit.die", { number: Number(index) + 1 });
  return t(kind === "all" ? "unit.all" : "unit.1");
}
