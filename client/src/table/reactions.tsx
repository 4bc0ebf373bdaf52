/** Fixed reactions: chosen by the players, seen by everybody for a moment. */

import { useEffect, useState } from "preact/hooks";
import { Panel } from "../controls/panel";
import { t } from "../i18n";
import { REACTIONS } from "../protocol";
import { calledHere } from "../speech/audience";
import { own, send, table } from "../store";
import "./reactions.css";

export function Reactions({ onClose }: { onClose: () => void }) {
  return (
    <Panel title={t("hud.react")} onClose={onClose}>
      <div class="chips">
        {REACTIONS.map((reaction) => (
          <button
            key={reaction}
            type="button"
            class="chip"
            onClick={() => {
              const seat = own.value[0];
              if (seat !== undefined) send({ type: "react", seat, reaction });
              onClose();
            }}
          >
            {t(`reaction.${reaction}`)}
          </button>
        ))}
      </div>
    </Panel>
  );
}

export function Bubble() {
  const { reaction, seats } = table.value;
  const [shown, setShown] = useState(reaction);
  useEffect(() => {
    setShown(reaction);
    const timer = window.setTimeout(() => setShown(null), 3500);
    return () => window.clearTimeout(timer);
  }, [reaction]);
  const who = shown ? seats[shown.seat] : undefined;
  if (!shown || !who) return null;
  return (
    <p class="bubble" role="status">
      {t("pair", { first: calledHere(who), second: t(`reaction.${shown.reaction}`) })}
    </p>
  );
}
