/** The referee for a real box: tap how the dice lie, hear what happens. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { ExplainedLine } from "../../controls/explained";
import { useEditionView } from "../../controls/rulewords";
import { allInForce, NO_HOUSE_RULES } from "../../game/houserules";
import { SERVERLESS } from "../../hall/hall";
import { listed, t } from "../../i18n";
import type { RefereeAnswer } from "../../protocol";
import { linesOf } from "../../speech/lines";
import { refusalText } from "../../speech/refusal";
import { editionName, effectName } from "../../speech/sentences";
import { insets } from "../../table/display";
import { BackHome } from "../frame";
import { RulesButton } from "../panels";
import { useEdition, useShowcase } from "../showcase";
import { Judging } from "./here";
import { judge, judgedHere } from "./judge";
import { type BoxRules, NewGame, newBox } from "./newgame";
import { Step, unitDice } from "./questions";
import { follow, type KeptBox, kept, refusal, reply, telling, undo, waiting } from "./state";
import "../frame.css";
import "./referee.css";

export function Referee() {
  useShowcase();
  const [edition, choose] = useEdition();
  const [draft, setDraft] = useState(() => newBox(edition));
  useEffect(follow, []);
  useEffect(() => {
    insets.value = { ...insets.value, bottom: 0 };
  }, []);
  const game = kept.value;
  return (
    <main class="home referee" data-judge={judgedHere.value ? "device" : "server"}>
      <Head game={game} edition={game?.edition ?? edition} box={game ?? draft} />
      <Judging playing={game !== null} />
      {game ? (
        <Game game={game} answer={reply.value} />
      ) : (
        <NewGame
          edition={edition}
          box={draft}
          onChoose={(next) => {
            choose(next);
            setDraft(newBox(next));
          }}
          onChange={setDraft}
        />
      )}
    </main>
  );
}

function Head({ game, edition, box }: { game: KeptBox | null; edition: string; box: BoxRules }) {
  const view = useEditionView(edition);
  const atWork = game ? (reply.value?.state?.elements ?? []) : [];
  const table = {
    edition,
    preset: box.rules?.preset ?? "",
    options: view ? allInForce(view, box.rules ?? NO_HOUSE_RULES) : {},
    elements: atWork.length ? atWork : (box.elements ?? null),
  };
  return (
    <header class="home-head">
      <BackHome />
      <h1 class="screen-title">{t("referee.title")}</h1>
      {game && game.requests.length > 1 && (
        <Button class="quiet-button" icon="undo" text={t("referee.undo")} onClick={undo} />
      )}
      <RulesButton table={table} />
    </header>
  );
}

function Game({ game, answer }: { game: KeptBox; answer: RefereeAnswer | null }) {
  const isStarting = judgedHere.value && judge.value.state.value !== "open";
  return (
    <section class="home-play judging">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="happened" tabIndex={0} aria-label={t("referee.told")}>
        <p class="hint">
          {editionName(game.edition)}
          {judgedHere.value && !SERVERLESS && ` · ${t("referee.here.place")}`}
        </p>
        {answer && <Hands answer={answer} />}
        {answer?.state && answer.state.elements.length > 0 && (
          <p class="hint">
            {t("hud.elements", { elements: listed(answer.state.elements.map(effectName)) })}
          </p>
        )}
        <Verdict game={game} answer={answer} />
      </section>
      {refusal.value && (
        <p class="refusal" role="alert">
          {refusalText(refusal.value)}
        </p>
      )}
      {answer && (
        // Not disabled while an answer is awaited: whoever uses keys would lose the focus.
        <fieldset class="step" disabled={waiting.value} aria-disabled={telling.value}>
          <Step answer={answer} edition={game.edition} />
        </fieldset>
      )}
      {!answer && !isStarting && (
        <Button
          text={t("referee.again")}
          onClick={() => {
            kept.value = null;
          }}
        />
      )}
    </section>
  );
}

/** What happened, each with its reason. */
function Verdict({ game, answer }: { game: KeptBox; answer: RefereeAnswer | null }) {
  const scene = { edition: game.edition, names: game.players, you: null, own: [] };
  // What may be done now is asked below.
  const events = (answer?.events ?? []).filter(({ kind }) => kind !== "choice");
  const lines = events.flatMap((event) => linesOf(event, scene));
  return (
    <div class="verdict" aria-live="polite">
      {lines.map((line, i) => (
        <div key={i} class="verdict-line">
          <ExplainedLine line={line} scene={scene} folded />
        </div>
      ))}
    </div>
  );
}

function Hands({ answer }: { answer: RefereeAnswer }) {
  const state = answer.state;
  if (!state) return null;
  return (
    <ul class="referee-hands" aria-label={t("referee.hands")}>
      {Object.keys(state.hands).map((name) => {
        const dice = unitDice(state, name, "all");
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
