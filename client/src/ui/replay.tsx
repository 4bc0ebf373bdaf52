/** A finished game to look at: step by step, as it was sent when it happened. */

import { useEffect, useRef, useState } from "preact/hooks";
import { NO_TABLE } from "../game/table";
import { t } from "../i18n";
import type { Replay, SeatView } from "../protocol";
import { speed } from "../settings";
import { settled, table } from "../store";
import { IconButton } from "./icons";
import { go } from "./route";
import { SeatTags } from "./seats";
import { director, insets, noPicture, said, showing } from "./shown";
import { editionName, familyOf, speakArena, speakLine } from "./speech";
import { tell } from "./telling";

function seatsOf(replay: Replay): SeatView[] {
  return replay.names.map((name, seat) => ({
    seat,
    name,
    kind: name ? "person" : "bot",
    level: null,
    present: true,
    bot_plays: false,
    yours: false,
  }));
}

function showStart(replay: Replay): void {
  table.value = {
    ...NO_TABLE,
    seats: seatsOf(replay),
    game: replay.start,
    info: {
      table: "",
      stage: "playing",
      edition: replay.edition,
      preset: null,
      options: replay.options,
      elements: replay.elements,
      clock: "off",
      public: false,
      thrower: "physics",
      host: null,
      watchers: 0,
    },
  };
  showing.value = null;
  said.value = null;
}

export function ReplayView({ code }: { code: string }) {
  const [replay, setReplay] = useState<Replay | null>(null);
  const [missing, setMissing] = useState(false);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(true);
  const busy = useRef(false);
  useEffect(() => {
    insets.value = { top: 92, right: 0, bottom: 150, left: 0 };
    fetch(`/api/games/${code}`)
      .then(async (answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        const read = (await answer.json()) as Replay;
        document.documentElement.dataset.family = familyOf(read.edition);
        showStart(read);
        setReplay(read);
      })
      .catch(() => setMissing(true));
    return () => {
      table.value = NO_TABLE;
    };
  }, [code]);
  const next = async () => {
    const one = replay?.steps[at];
    if (!replay || !one || busy.current) return;
    busy.current = true;
    settled.value = false;
    if (director.value) await director.value.step(one.thrown, one.step, replay.game);
    else tell(one.step);
    table.value = { ...table.value, game: one.step.game };
    settled.value = true;
    busy.current = false;
    setAt(at + 1);
  };
  useEffect(() => {
    if (!playing || !replay || at >= replay.steps.length) return;
    if (!director.value && !noPicture.value) return;
    const timer = window.setTimeout(() => void next(), speed.value === 0 ? 30 : 250);
    return () => window.clearTimeout(timer);
  }, [playing, replay, at, director.value, noPicture.value]);
  const restart = () => {
    if (!replay) return;
    showStart(replay);
    setAt(0);
    setPlaying(true);
  };
  const running = playing && at < (replay?.steps.length ?? 0);
  const shown = showing.value;
  const text = shown ? speakLine(shown.line, shown.scene) : "";
  return (
    <main class="table replay">
      <header class="top-bar">
        <IconButton icon="back" label={t("setup.back")} onClick={() => go({ at: "home" })} />
        <h1 class="screen-title">{t("replay.title")}</h1>
        <span class="fact">{replay ? editionName(replay.edition) : ""}</span>
      </header>
      {replay && <SeatTags />}
      <section class="bottom-bar" aria-label={t("replay.title")}>
        {missing && <p role="alert">{t("replay.missing")}</p>}
        {replay && (
          <>
            <p class="caption-line" aria-live="polite">
              {text}
              {said.value && settled.value ? (
                <span class="unseen"> {speakArena(said.value.game, replay.edition)}</span>
              ) : null}
            </p>
            <p class="hint">{t("replay.step", { number: at, total: replay.steps.length })}</p>
            <progress max={replay.steps.length} value={at} aria-label={t("replay.title")} />
            <div class="row">
              <IconButton
                icon={running ? "pause" : "play"}
                label={t(running ? "replay.pause" : "replay.play")}
                onClick={() => (at < replay.steps.length ? setPlaying(!playing) : restart())}
              />
              <IconButton icon="skip" label={t("replay.next")} onClick={() => void next()} />
              <IconButton icon="undo" label={t("replay.again")} onClick={restart} />
              <a class="quiet-button" href={`/api/games/${code}/record`} download={`${code}.txt`}>
                {t("replay.record")}
              </a>
            </div>
          </>
        )}
      </section>
    </main>
  );
}
