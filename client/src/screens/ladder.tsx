/** The ladder: all opponents, each to be beaten in turn, best of five. */

import { useEffect, useRef } from "preact/hooks";
import { Button } from "../controls/button";
import { Portrait } from "../controls/portrait";
import { botName, LOOKS } from "../game/characters";
import { t } from "../i18n";
import { ladder } from "../memory/shelf";
import { LEVELS, type Level } from "../protocol";
import { useSession } from "../session";
import { Frame } from "./frame";
import { useOpening } from "./opening";
import { useEdition } from "./showcase";
import "./ladder.css";

export function LadderView() {
  const { beaten } = ladder.value;
  const isOver = beaten >= LEVELS.length;
  return (
    <Frame title={t("ladder.title")}>
      <p>{t(isOver ? "ladder.top" : "ladder.how")}</p>
      <ol class="ladder" reversed>
        {LEVELS.map((level, i) => <Rung key={level} level={level} place={i - beaten} />).reverse()}
      </ol>
    </Frame>
  );
}

/** `place`: below nought for those who are beaten, nought for whoever is next. */
function Rung({ level, place }: { level: Level; place: number }) {
  const { won, lost } = ladder.value;
  const state = place < 0 ? "beaten" : place === 0 ? "next" : "later";
  const rung = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (place === 0) rung.current?.scrollIntoView({ block: "nearest" });
  }, [place]);
  return (
    <li
      ref={rung}
      class={`row rung ${state}`}
      style={{ "--who": LOOKS[level].colour }}
      aria-current={place === 0 ? "step" : undefined}
    >
      <Portrait level={level} size={52} />
      <span class="rung-who">
        <strong>{botName(level)}</strong>
        <span class="hint">{t(`habit.${level}`)}</span>
      </span>
      {place < 0 && <span class="rung-score">{t("ladder.beaten")}</span>}
      {place === 0 && (
        <>
          <span class="rung-score">{`${won}\u00a0:\u00a0${lost}`}</span>
          <Challenge level={level} />
        </>
      )}
    </li>
  );
}

function Challenge({ level }: { level: Level }) {
  const [edition] = useEdition();
  const [opening, play] = useOpening(edition, () => [level]);
  const offered = useSession().page.welcome.value?.bots;
  if (offered && !offered.includes(level))
    return <p class="hint rung-play">{t("ladder.needsServer", { name: botName(level) })}</p>;
  return (
    <Button
      class="primary rung-play"
      text={t("ladder.play", { name: botName(level) })}
      disabled={opening}
      onClick={() => void play()}
    />
  );
}
