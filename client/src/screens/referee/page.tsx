/** The referee for a real box: tap how the dice lie, hear what happens. */

import { useEffect, useState } from "preact/hooks";
import { Icon, IconButton } from "../../controls/icons";
import { listed, maybe, t } from "../../i18n";
import type { RefereeAnswer } from "../../protocol";
import { go } from "../../route";
import { linesOf } from "../../speech/lines";
import { editionName, effectName, explained } from "../../speech/sentences";
import { line } from "../../store";
import { insets } from "../../table/display";
import { useShowcase } from "../home";
import { RulesPanel } from "../rules";
import { NewGame } from "./newgame";
import { Step } from "./questions";
import { asked, kept, open, refusal, reply, undo, waiting } from "./state";

function Hands({ answer }: { answer: RefereeAnswer }) {
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

function Verdict({
  answer,
  edition,
  names,
}: {
  answer: RefereeAnswer;
  edition: string;
  names: readonly string[];
}) {
  const scene = { edition, names, you: null };
  return answer.events
    .flatMap((event) => linesOf(event, scene))
    .map((line, i) => {
      const { text, why } = explained(line, scene);
      return (
        <p key={i}>
          {text}
          {why && <span class="hint"> {why}</span>}
        </p>
      );
    });
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
            {answer && <Verdict answer={answer} edition={all.edition} names={all.players} />}
          </div>
          {refusal.value && (
            <p class="refusal" role="alert">
              {maybe(`error.${refusal.value}`) ?? t("error.other")}
            </p>
          )}
          {answer && !waiting.value && (
            <Step key={asked.value} answer={answer} edition={all.edition} />
          )}
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
        <RulesPanel
          table={{ edition: all?.edition ?? "strike-2020", options: {}, elements: null }}
          onClose={() => setRules(false)}
        />
      )}
    </main>
  );
}
