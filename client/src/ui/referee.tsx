/** The referee for a real box: tap how the dice lie, hear what happens. */

import { useEffect, useState } from "preact/hooks";
import { listed, t } from "../i18n";
import { line } from "../store";
import { DieFace } from "./die";
import { EditionCards, useEdition, useShowcase } from "./home";
import { Icon, IconButton } from "./icons";
import { batches, begin, kept, open, refusal, reply, tell, undo, waiting } from "./refereestate";
import { type Pieces, type RefereeReply, reasonOf, sayEvent, toPieces } from "./refereewords";
import { go } from "./route";
import { RulesPanel } from "./rules";
import { insets } from "./shown";
import {
  allInName,
  arenaParams,
  editionName,
  effectName,
  faceName,
  familyOf,
  whyOf,
} from "./speech";

const FACES: Readonly<Record<string, readonly string[]>> = {
  strike: ["2", "3", "4", "5", "6", "X"],
  impact: ["fire", "water", "stone", "lightning", "air", "X"],
  wizards: ["immobulus", "relashio", "accio", "wingardium", "confundo", "X"],
};

function Faces({
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
              <DieFace face={face} family={familyOf(edition)} size={56} />
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

/** How the dice lie after a throw: tapped, counted, and entered when all are there. */
function Lying({
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
  const total =
    before.reduce((sum, piece) => sum + (Array.isArray(piece) ? piece.length : 1), 0) + thrown;
  const lying =
    Object.values(counts).reduce((sum, count) => sum + count, 0) + standing.length + out;
  const missing = total - lying;
  const change = (face: string, by: number) =>
    setCounts({ ...counts, [face]: Math.max(0, (counts[face] ?? 0) + by) });
  const enter = () => {
    const after = [...toPieces(counts), ...(standing.length > 1 ? [standing] : standing)];
    void tell(extra ? { extra, after, out } : { throw: unit, after, out });
  };
  return (
    <div class="lying">
      <h2 class="group-title">{t("referee.lies", arenaParams(edition))}</h2>
      <Faces
        faces={FACES[familyOf(edition)] ?? []}
        edition={edition}
        counts={counts}
        onTap={change}
      />
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

function looseCounts(pieces: readonly Pieces[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const piece of pieces)
    if (typeof piece === "string") counts[piece] = (counts[piece] ?? 0) + 1;
  return counts;
}

function unitDice(state: RefereeReply["state"], player: string, unit: string | number): number {
  const hand = state?.hands[player];
  const piles = typeof hand === "object" ? hand.piles : [];
  const loose = typeof hand === "object" ? hand.loose : (hand ?? 0);
  if (unit === "all") return loose + piles.reduce((sum, pile) => sum + pile, 0);
  const [kind, index] = String(unit).split(":");
  return kind === "pile" ? (piles[Number(index)] ?? 1) : 1;
}

function UnitChoice({
  units,
  value,
  onChange,
}: {
  units: readonly (string | number)[];
  value: string | number;
  onChange: (unit: string | number) => void;
}) {
  if (units.length < 2) return null;
  return (
    <fieldset class="choice">
      <legend>{t("referee.unit")}</legend>
      <div class="chips">
        {units.map((unit) => (
          <label key={String(unit)} class={unit === value ? "chip chosen" : "chip"}>
            <input
              type="radio"
              name="referee-unit"
              checked={unit === value}
              onChange={() => onChange(unit)}
            />
            <span>
              {unit === "all"
                ? t("unit.all")
                : String(unit).startsWith("pile")
                  ? `${t("referee.tower")} ${Number(String(unit).split(":")[1]) + 1}`
                  : t("unit.1")}
            </span>
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
  answer: RefereeReply;
  edition: string;
  player: string;
  units: readonly (string | number)[];
  mayEnd: boolean;
}) {
  const [unit, setUnit] = useState<string | number>(units[0] ?? 1);
  const [going, setGoing] = useState(!mayEnd);
  const all = unit === "all";
  const count = unitDice(answer.state, player, unit);
  if (mayEnd && !going) {
    return (
      <>
        <p class="ask">{t("referee.choice", { name: player })}</p>
        <div class="row">
          <button type="button" class="primary" onClick={() => setGoing(true)}>
            {t("referee.throwsOn", { name: player })}
          </button>
          <button type="button" class="secondary" onClick={() => void tell({ end: true })}>
            {t("referee.end", { name: player })}
          </button>
        </div>
      </>
    );
  }
  return (
    <>
      <p class="ask">
        {all
          ? t("referee.throwAll", { name: player, allin: allInName(edition), count })
          : t("referee.throw", { name: player })}
      </p>
      <UnitChoice units={units} value={unit} onChange={setUnit} />
      <Lying
        key={String(unit)}
        edition={edition}
        before={answer.state?.arena ?? []}
        thrown={count}
        unit={unit}
        extra={null}
      />
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
      <div class="faces">
        {left.map((i) => (
          <button
            key={i}
            type="button"
            class="face-button"
            onClick={() => {
              const next = [...order, i];
              if (next.length === faces.length) void tell({ stack: next.map((k) => faces[k]) });
              setOrder(next);
            }}
          >
            <DieFace face={faces[i] ?? ""} family={familyOf(edition)} size={48} />
            <span>{faceName(faces[i] ?? "", edition)}</span>
          </button>
        ))}
      </div>
    </>
  );
}

function Step({ answer, edition }: { answer: RefereeReply; edition: string }) {
  const awaited = answer.await;
  if (!awaited) return null;
  const faces = FACES[familyOf(edition)] ?? [];
  switch (awaited.kind) {
    case "start_die":
      return (
        <>
          <p class="ask">
            {awaited.how === "placed"
              ? t("referee.startPlaced", { null: faceName("X", edition) })
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
          player={awaited.player}
          units={awaited.units}
          mayEnd={awaited.kind === "choice"}
        />
      );
    case "extra": {
      const units = Object.fromEntries(
        Object.entries(awaited.players).map(([name, options]) => [name, options[0] ?? 1]),
      );
      const thrown = Object.entries(units).reduce(
        (sum, [name, unit]) => sum + unitDice(answer.state, name, unit),
        0,
      );
      return (
        <>
          <p class="ask">{t("referee.extra", { names: listed(Object.keys(units)) })}</p>
          <Lying
            edition={edition}
            before={answer.state?.arena ?? []}
            thrown={thrown}
            unit={1}
            extra={units}
          />
        </>
      );
    }
    case "accio":
      return (
        <>
          <p class="ask">{t("referee.accio", { name: awaited.player })}</p>
          <Faces
            faces={[...new Set(awaited.faces)]}
            edition={edition}
            onTap={(face) => void tell({ accio: face })}
          />
          {awaited.may_decline && (
            <button type="button" class="secondary" onClick={() => void tell({ accio: null })}>
              {t("act.none")}
            </button>
          )}
        </>
      );
    case "stack":
      return <StackStep faces={awaited.faces} edition={edition} player={awaited.player} />;
    case "column":
      return (
        <>
          <p class="ask">{t("referee.column")}</p>
          <div class="row">
            {awaited.players.map((name) => (
              <button
                key={name}
                type="button"
                class="secondary"
                onClick={() => void tell({ column: name })}
              >
                {name}
              </button>
            ))}
          </div>
        </>
      );
    default:
      return <Over answer={answer} winners={awaited.winners} />;
  }
}

function Over({ answer, winners }: { answer: RefereeReply; winners: readonly string[] }) {
  const all = kept.value;
  const [score, setScore] = useState<Readonly<Record<string, number>> | null>(null);
  useEffect(() => {
    if (!all) return;
    const games = [...all.games, batches(all, answer)];
    void line
      .request({
        type: "referee_send",
        request: { tournament: { seats: [...all.players], first: all.players[0], games } },
      })
      .then((message) => {
        if (message.type !== "referee") return;
        const read = message.reply as { tournament?: { points: Record<string, number> } };
        if (read.tournament) setScore(read.tournament.points);
      })
      .catch(() => undefined);
  }, [all, answer]);
  if (!all) return null;
  const next = all.players[(all.games.length + 1) % all.players.length] ?? "";
  const again = () => {
    kept.value = { ...all, games: [...all.games, batches(all, answer)] };
    begin(all.edition, all.players, next);
  };
  return (
    <>
      <p class="ask">
        {winners.length ? t("referee.over", { names: listed(winners) }) : t("say.over.nobody")}
      </p>
      {score && (
        <section aria-label={t("tournament.title")}>
          <h2 class="group-title">{t("tournament.points")}</h2>
          <ol class="score">
            {Object.entries(score).map(([name, points]) => (
              <li key={name}>
                <span>{name}</span>
                <strong>{points}</strong>
              </li>
            ))}
          </ol>
        </section>
      )}
      <div class="row">
        <button type="button" class="primary" onClick={again}>
          {t("referee.nextGame", { name: next })}
        </button>
        <button
          type="button"
          class="secondary"
          onClick={() => {
            kept.value = null;
            reply.value = null;
          }}
        >
          {t("referee.again")}
        </button>
      </div>
    </>
  );
}

function Hands({ answer }: { answer: RefereeReply }) {
  const state = answer.state;
  if (!state) return null;
  return (
    <ul class="referee-hands" aria-label={t("referee.hands")}>
      {Object.entries(state.hands).map(([name, hand]) => {
        const dice =
          typeof hand === "number"
            ? hand
            : hand.loose + hand.piles.reduce((sum, pile) => sum + pile, 0);
        const gone = state.eliminated.includes(name);
        return (
          <li key={name} class={state.active === name ? "active" : gone ? "out" : ""}>
            <span>{name}</span>
            <strong>{gone ? t("hud.out") : t("count.dice", { count: dice })}</strong>
          </li>
        );
      })}
    </ul>
  );
}

function NewGame() {
  const [edition, choose] = useEdition();
  const [names, setNames] = useState<readonly string[]>(["", ""]);
  const filled = names.map((name, i) => name.trim() || t("setup.player", { number: i + 1 }));
  const unique = new Set(filled).size === filled.length;
  return (
    <section class="home-play">
      <p class="hint">{t("referee.intro")}</p>
      <EditionCards edition={edition} onChoose={choose} />
      <h2 class="group-title">{t("setup.players")}</h2>
      <ol class="seat-list">
        {names.map((name, i) => (
          <li key={i} class="seat-row">
            <input
              type="text"
              maxLength={20}
              aria-label={t("setup.player", { number: i + 1 })}
              placeholder={t("setup.player", { number: i + 1 })}
              value={name}
              onInput={(event) =>
                setNames(names.map((old, k) => (k === i ? event.currentTarget.value : old)))
              }
            />
            {names.length > 2 && (
              <IconButton
                icon="close"
                label={t("setup.remove", { name: filled[i] ?? "" })}
                onClick={() => setNames(names.filter((_, k) => k !== i))}
              />
            )}
          </li>
        ))}
      </ol>
      {names.length < 5 && (
        <button type="button" class="secondary" onClick={() => setNames([...names, ""])}>
          {t("setup.add")}
        </button>
      )}
      <button
        type="button"
        class="primary big"
        disabled={!unique}
        onClick={() => begin(edition, filled, filled[0] ?? "")}
      >
        {t("referee.begin")}
      </button>
    </section>
  );
}

export function Referee() {
  useShowcase();
  const [rules, setRules] = useState(false);
  const connected = line.state.value === "open";
  useEffect(() => {
    if (connected) void open();
  }, [connected]);
  useEffect(() => {
    insets.value = { ...insets.value, bottom: 0 };
  }, []);
  const all = kept.value;
  const answer = reply.value;
  return (
    <main class="home referee">
      <header class="home-head">
        <IconButton icon="back" label={t("setup.back")} onClick={() => go({ at: "home" })} />
        <h1 class="screen-title">{t("referee.title")}</h1>
        {all && all.requests.length > 1 && (
          <button type="button" class="quiet-button" onClick={undo}>
            <Icon name="undo" />
            <span>{t("referee.undo")}</span>
          </button>
        )}
        <IconButton icon="rules" label={t("hud.rules")} onClick={() => setRules(true)} />
      </header>
      {(waiting.value || (!connected && all)) && (
        <p class="offline" role="status">
          {t("referee.offline")}
        </p>
      )}
      {!all && <NewGame />}
      {all && (
        <section class="home-play">
          <p class="hint">{editionName(all.edition)}</p>
          {answer && <Hands answer={answer} />}
          {answer?.state && answer.state.elements.length > 0 && (
            <p class="hint">
              {t("hud.elements", { elements: listed(answer.state.elements.map(effectName)) })}
            </p>
          )}
          <div class="verdict" aria-live="polite">
            {(answer?.events ?? []).map((event, i) => {
              const why = whyOf(reasonOf(event));
              return (
                <p key={i}>
                  {sayEvent(event, all.edition, all.players)}
                  {why && <span class="hint"> {why}</span>}
                </p>
              );
            })}
          </div>
          {refusal.value && (
            <p class="refusal" role="alert">
              {t("referee.refused", { message: refusal.value })}
            </p>
          )}
          {answer && <Step key={all.requests.length} answer={answer} edition={all.edition} />}
          {!answer && (
            <button
              type="button"
              class="secondary"
              onClick={() => {
                kept.value = null;
              }}
            >
              {t("referee.again")}
            </button>
          )}
        </section>
      )}
      {rules && (
        <RulesPanel edition={all?.edition ?? "strike-2020"} onClose={() => setRules(false)} />
      )}
    </main>
  );
}
