/** What happened, in words: the running caption with its reason, and the live region. */

import { useEffect, useState } from "preact/hooks";
import { IconButton } from "../controls/icons";
import { t } from "../i18n";
import { settled, table } from "../store";
import { said, showing } from "../table/display";
import { askText } from "./question";
import { speakArena, speakLine, whyOf } from "./sentences";

export function Caption() {
  const [why, setWhy] = useState(false);
  const shown = showing.value;
  useEffect(() => setWhy(false), [shown]);
  if (!shown) return null;
  const text = speakLine(shown.line, shown.scene);
  const reason = whyOf(shown.line, shown.scene);
  return (
    <div class="caption">
      <div class="caption-row">
        <p key={text} class="caption-line">
          {text}
        </p>
        {reason && (
          <IconButton icon="why" label={t("hud.why")} pressed={why} onClick={() => setWhy(!why)} />
        )}
      </div>
      {why && reason && <p class="why">{reason}</p>}
    </div>
  );
}

/** What a screen reader hears: what fell, what happened, what is asked. */
export function Spoken() {
  const last = said.value;
  const info = table.value.info;
  if (!info) return null;
  const happened = last ? last.lines.map((one) => speakLine(one, last.scene)).join(" ") : "";
  const lies = last && settled.value ? speakArena(last.game, info.edition) : "";
  return (
    <p class="unseen" aria-live="polite" aria-atomic="true" id="spoken">
      {settled.value ? `${happened} ${lies} ${askText()}` : happened}
    </p>
  );
}
