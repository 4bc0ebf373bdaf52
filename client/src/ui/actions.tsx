/** What the player is asked, and the buttons to answer: nothing here decides what is allowed. */

import { useEffect, useState } from "preact/hooks";
import type { Aim } from "../arena/types";
import { type Key, percent, t } from "../i18n";
import type { AwaitedView, GameView } from "../protocol";
import { coach } from "../settings";
import {
  act,
  acting,
  ask,
  chosenUnit,
  handTo,
  holder,
  nonce,
  own,
  pushing,
  send,
  settled,
  table,
  unit,
  units,
} from "../store";
import { calmDown, charge, letGo, strength } from "./aiming";
import { DieFace } from "./die";
import { Icon } from "./icons";
import { noPicture } from "./shown";
import { allInName, arenaParams, faceName, familyOf, seatName } from "./speech";

export function throwNow(aim: Aim): void {
  const seat = acting.value;
  const game = table.value.game;
  const what = unit.value;
  if (seat === null || !game || !what) return;
  pushing.value = false;
  void act({ type: "throw", seat, state: game.state, unit: what, aim, nonce: nonce() });
}

export function endTurn(): void {
  const seat = acting.value;
  const game = table.value.game;
  if (seat === null || game?.awaited.kind !== "choice") return;
  void act({ type: "end", seat, state: game.state });
}

export function pushDie(die: number, x: number, y: number): void {
  const seat = acting.value;
  const game = table.value.game;
  if (seat === null || !game) return;
  send({ type: "push", seat, state: game.state, dice: [{ die, x, y }] });
}

/** The question to whoever reads this page now. */
export function askText(): string {
  const { game, info, seats } = table.value;
  if (!game || !info) return "";
  const seat = acting.value;
  const name = (number: number) => {
    const who = seats[number];
    return who ? seatName(who) : "";
  };
  const awaited = game.awaited;
  if (awaited.kind === "over") return t("ask.over");
  if (!settled.value || awaited.kind === "flying") return "\u00a0";
  if (seat === null) {
    if (own.value.length === 0)
      return `${t("hud.watching")} ${t("ask.other", { name: name(game.active) })}`;
    if (awaited.kind === "start_die") return t("ask.otherStart", { name: name(awaited.seat) });
    return t("ask.other", { name: name(game.active) });
  }
  const text = ownAsk(awaited, info.edition);
  return own.value.length > 1 ? t("ask.named", { name: name(seat), ask: text }) : text;
}

function ownAsk(awaited: AwaitedView, edition: string): string {
  switch (awaited.kind) {
    case "start_die":
      return t(awaited.faces.length && awaited.how === "placed" ? "ask.startPlace" : "ask.start");
    case "throw":
      return awaited.units.includes("all")
        ? t("ask.throwAll", { allin: allInName(edition) })
        : t("ask.throw", arenaParams(edition));
    case "column":
      return t(awaited.starts_in_ms > 0 ? "ask.columnWait" : "ask.column");
    default:
      return t(`ask.${awaited.kind}` as Key);
  }
}

function unitLabel(name: string, game: GameView, seat: number): string {
  const [kind, index] = name.split(":");
  if (kind === "pile")
    return t("unit.pile", { count: game.hands[seat]?.piles[Number(index)] ?? 0 });
  if (kind === "die") return t("unit.die", { number: Number(index) + 1 });
  return t(kind === "all" ? "unit.all" : "unit.1");
}

function ThrowButton() {
  const what = unit.value;
  const release = () => {
    const aim = letGo();
    if (aim) throwNow(aim);
  };
  useEffect(() => calmDown, []);
  return (
    <button
      type="button"
      class="primary throw"
      aria-description={t("act.throwHold")}
      style={{ "--strength": strength.value }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        charge();
      }}
      onPointerUp={release}
      onPointerCancel={calmDown}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== " " && event.key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        if (!event.repeat) charge();
      }}
      onKeyUp={(event) => {
        if (event.key !== " " && event.key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        release();
      }}
      onClick={(event) => {
        // A screen reader's click has no pointer before it.
        if (event.detail !== 0) return;
        charge();
        release();
      }}
    >
      {t(what === "all" ? "act.throwAll" : "act.throw")}
    </button>
  );
}

function Units({ game, seat }: { game: GameView; seat: number }) {
  if (units.value.length < 2) return null;
  return (
    <fieldset class="choice units">
      <legend class="unseen">{t("referee.unit")}</legend>
      <div class="chips">
        {units.value.map((name) => (
          <label key={name} class={unit.value === name ? "chip chosen" : "chip"}>
            <input
              type="radio"
              name="unit"
              checked={unit.value === name}
              onChange={() => {
                chosenUnit.value = name;
              }}
            />
            <span>{unitLabel(name, game, seat)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Pushing({ awaited }: { awaited: AwaitedView }) {
  if (awaited.kind !== "throw" && awaited.kind !== "choice") return null;
  if (awaited.may_push === "none" || !table.value.game?.arena.length || noPicture.value)
    return null;
  const what = t(awaited.may_push === "free" ? "ask.push" : "ask.pushConsent");
  return (
    <button
      type="button"
      class="secondary push"
      aria-pressed={pushing.value}
      aria-label={t(pushing.value ? "act.pushEnd" : "act.push")}
      aria-description={what}
      title={what}
      onClick={() => {
        pushing.value = !pushing.value;
      }}
    >
      <Icon name="push" />
    </button>
  );
}

function FaceButtons({
  faces,
  edition,
  onChoose,
}: {
  faces: readonly { readonly id: number; readonly face: string }[];
  edition: string;
  onChoose: (id: number) => void;
}) {
  return (
    <div class="faces">
      {faces.map(({ id, face }) => (
        <button key={id} type="button" class="face-button" onClick={() => onChoose(id)}>
          <DieFace face={face} family={familyOf(edition)} />
          <span>{faceName(face, edition)}</span>
        </button>
      ))}
    </div>
  );
}

function faceOf(game: GameView, id: number): string {
  for (const piece of game.arena) for (const die of piece.dice) if (die.id === id) return die.face;
  return "X";
}

function PlaceStart({
  game,
  seat,
  edition,
  faces,
}: {
  game: GameView;
  seat: number;
  edition: string;
  faces: readonly string[];
}) {
  return (
    <div class="faces">
      {faces.map((face) => (
        <button
          key={face}
          type="button"
          class="face-button"
          onClick={() => void act({ type: "place", seat, state: game.state, face })}
        >
          <DieFace face={face} family={familyOf(edition)} />
          <span>{faceName(face, edition)}</span>
        </button>
      ))}
    </div>
  );
}

function Stacking({
  game,
  seat,
  edition,
  dice,
}: {
  game: GameView;
  seat: number;
  edition: string;
  dice: readonly number[];
}) {
  const [order, setOrder] = useState<number[]>([]);
  const left = dice.filter((id) => !order.includes(id));
  const pile = (ids: number[]) => void act({ type: "stack", seat, state: game.state, dice: ids });
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
        {order.length > 0 && (
          <button type="button" class="secondary" onClick={() => setOrder([])}>
            {t("act.clear")}
          </button>
        )}
        <button type="button" class="primary" onClick={() => pile([...order, ...left])}>
          {t("act.done")}
        </button>
      </div>
    </>
  );
}

function Collecting({
  game,
  seat,
  edition,
  faces,
}: {
  game: GameView;
  seat: number;
  edition: string;
  faces: readonly string[];
}) {
  const [chosen, setChosen] = useState<readonly string[]>(faces);
  return (
    <>
      <div class="faces">
        {faces.map((face) => (
          <button
            key={face}
            type="button"
            class="face-button"
            aria-pressed={chosen.includes(face)}
            onClick={() =>
              setChosen(
                faces.filter((one) =>
                  one === face ? !chosen.includes(face) : chosen.includes(one),
                ),
              )
            }
          >
            <DieFace face={face} family={familyOf(edition)} />
            <span>{faceName(face, edition)}</span>
          </button>
        ))}
      </div>
      <button
        type="button"
        class="primary"
        onClick={() => void act({ type: "collect", seat, state: game.state, faces: [...chosen] })}
      >
        {t("act.take")}
      </button>
    </>
  );
}

function Race({ game, seat }: { game: GameView; seat: number }) {
  const awaited = game.awaited;
  if (awaited.kind !== "column") return null;
  const mine = awaited.racers.find((racer) => racer.seat === seat);
  const tap = () => void act({ type: "tap", seat, state: game.state }, false);
  return (
    <div class="race">
      <ul class="racers">
        {awaited.racers.map((racer) => {
          const who = table.value.seats[racer.seat];
          return (
            <li key={racer.seat}>
              <span>{who ? seatName(who) : ""}</span>
              <meter
                min={0}
                max={racer.needed}
                value={racer.done}
                aria-label={who ? seatName(who) : ""}
              />
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        class="primary big"
        onPointerDown={tap}
        onClick={(event) => event.detail === 0 && tap()}
      >
        {t(mine && mine.done + 1 >= mine.needed ? "act.stop" : "act.stack")}
      </button>
    </div>
  );
}

function Coach({ game, seat }: { game: GameView; seat: number }) {
  useEffect(() => {
    if (coach.value) void ask({ type: "odds", seat, state: game.state });
  }, [game.state, seat, coach.value]);
  const odds = table.value.odds;
  if (!coach.value || !odds || odds.state !== game.state) return null;
  if (!odds.available) return <p class="coach hint">{t("coach.none")}</p>;
  const throws = Object.entries(odds.throw).sort(([, one], [, other]) => other - one);
  const best = throws[0]?.[1] ?? null;
  return (
    <p class="coach">
      {best !== null && <span>{t("coach.throw", { share: percent(best) })}</span>}
      {odds.stop !== null && <span>{t("coach.stop", { share: percent(odds.stop) })}</span>}
      {throws.length > 1 && (
        <span class="hint">
          {throws
            .map(([kind, share]) =>
              t("coach.strength", {
                throw: t(`report.action.${kind}` as Key),
                share: percent(share, 1),
              }),
            )
            .join(" · ")}
        </span>
      )}
    </p>
  );
}

function PushConsent({ game }: { game: GameView }) {
  const push = game.push;
  if (!push) return null;
  const seat = push.asked.find((one) => own.value.includes(one));
  const who = table.value.seats[push.seat];
  if (seat === undefined)
    return own.value.includes(push.seat) ? <p class="hint">{t("ask.pushWait")}</p> : null;
  const answer = (agree: boolean) => send({ type: "agree", seat, state: game.state, agree });
  return (
    <div class="consent">
      <p>{t("ask.pushAgree", { name: who ? seatName(who) : "" })}</p>
      <div class="row">
        <button type="button" class="primary" onClick={() => answer(true)}>
          {t("act.yes")}
        </button>
        <button type="button" class="secondary" onClick={() => answer(false)}>
          {t("act.no")}
        </button>
      </div>
    </div>
  );
}

function HandOver({ seat }: { seat: number }) {
  const who = table.value.seats[seat];
  const name = who ? seatName(who) : "";
  return (
    <div class="row">
      <p>{t("ask.pass", { name })}</p>
      <button
        type="button"
        class="primary"
        onClick={() => {
          holder.value = seat;
        }}
      >
        {t("ask.passDone", { name })}
      </button>
    </div>
  );
}

function Answers({ game, seat, edition }: { game: GameView; seat: number; edition: string }) {
  const awaited = game.awaited;
  switch (awaited.kind) {
    case "start_die":
      return (
        <>
          {awaited.faces.length > 0 && (
            <PlaceStart game={game} seat={seat} edition={edition} faces={awaited.faces} />
          )}
          {units.value.length > 0 && <ThrowButton />}
        </>
      );
    case "accio":
      return (
        <>
          <FaceButtons
            faces={awaited.dice.map((id) => ({ id, face: faceOf(game, id) }))}
            edition={edition}
            onChoose={(die) => void act({ type: "accio", seat, state: game.state, die })}
          />
          {awaited.may_decline && (
            <button
              type="button"
              class="secondary"
              onClick={() => void act({ type: "accio", seat, state: game.state, die: null })}
            >
              {t("act.none")}
            </button>
          )}
        </>
      );
    case "stack":
      return <Stacking game={game} seat={seat} edition={edition} dice={awaited.dice} />;
    case "collect":
      return <Collecting game={game} seat={seat} edition={edition} faces={awaited.faces} />;
    case "column":
      return <Race game={game} seat={seat} />;
    default:
      return (
        <>
          <Units game={game} seat={seat} />
          <Pushing awaited={awaited} />
          <ThrowButton />
          {awaited.kind === "choice" && (
            <button type="button" class="secondary end-turn" onClick={endTurn}>
              {t("act.end")}
            </button>
          )}
        </>
      );
  }
}

export function Actions() {
  const { game, info, seats } = table.value;
  if (!game || !info) return null;
  const seat = acting.value;
  const sleeping = seats.find(
    (one) => one.bot_plays && one.kind === "person" && own.value.includes(one.seat),
  );
  return (
    <div class="actions">
      <PushConsent game={game} />
      {sleeping && (
        <button
          type="button"
          class="secondary"
          onClick={() => send({ type: "take_back", seat: sleeping.seat })}
        >
          {t("hud.takeBack")}
        </button>
      )}
      {handTo.value !== null && <HandOver seat={handTo.value} />}
      {seat !== null && (
        <>
          <Coach game={game} seat={seat} />
          <div class="answers">
            <Answers
              key={`${game.game}:${game.state}`}
              game={game}
              seat={seat}
              edition={info.edition}
            />
          </div>
        </>
      )}
    </div>
  );
}
