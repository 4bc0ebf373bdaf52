/** A finished game to look at: step by step, as it was sent when it happened. */

import { useEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "../controls/icons";
import { Panel } from "../controls/panel";
import { NO_TABLE } from "../game/table";
import { t } from "../i18n";
import type { GameView, Replay, SeatView } from "../protocol";
import { go } from "../route";
import { speed } from "../settings";
import { tell } from "../speech/announcement";
import { editionName, familyOf, seatNames, speakArena, speakLine } from "../speech/sentences";
import { settled, table } from "../store";
import { director, noPicture, said, showing } from "../table/display";
import { useInsets } from "../table/insets";
import { SeatTags } from "../table/nametags";
import { Report, useReview } from "./report";

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

/** The game as it stood before a step. */
function before(replay: Replay, step: number): GameView {
  return replay.steps[step - 1]?.step.game ?? replay.start;
}

function showFrom(replay: Replay, step: number): void {
  table.value = {
    ...NO_TABLE,
    seats: seatsOf(replay),
    game: before(replay, step),
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

function ReportPanel({
  replay,
  onShow,
  onClose,
}: {
  replay: Replay;
  onShow: (step: number) => void;
  onClose: () => void;
}) {
  const review = useReview(replay.game);
  const names = seatNames(seatsOf(replay));
  return (
    <Panel title={t("report.title")} onClose={onClose}>
      <Report
        review={review}
        own={[]}
        name={(seat) => names[seat] ?? ""}
        onShow={({ step }) => onShow(step)}
      />
    </Panel>
  );
}

export function ReplayView({ code }: { code: string }) {
  const [replay, setReplay] = useState<Replay | null>(null);
  const [missing, setMissing] = useState(false);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [reporting, setReporting] = useState(false);
  const bottom = useRef<HTMLElement>(null);
  useInsets(bottom);
  const busy = useRef(false);
  /** Where to go on when the step that is being shown is over. */
  const wished = useRef<number | null>(null);
  useEffect(() => {
    fetch(`/api/games/${code}`)
      .then(async (answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        const read = (await answer.json()) as Replay;
        document.documentElement.dataset.family = familyOf(read.edition);
        showFrom(read, 0);
        setReplay(read);
      })
      .catch(() => setMissing(true));
    return () => {
      table.value = NO_TABLE;
    };
  }, [code]);
  const playFrom = (step: number) => {
    wished.current = busy.current ? step : null;
    if (!replay) return;
    if (busy.current) {
      director.value?.skip();
      return;
    }
    showFrom(replay, step);
    setAt(step);
    setPlaying(true);
  };
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
    if (wished.current === null) setAt(at + 1);
    else playFrom(wished.current);
  };
  useEffect(() => {
    if (!playing || !replay || at >= replay.steps.length) return;
    if (!director.value && !noPicture.value) return;
    const timer = window.setTimeout(() => void next(), speed.value === 0 ? 30 : 250);
    return () => window.clearTimeout(timer);
  }, [playing, replay, at, director.value, noPicture.value]);
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
      <section class="bottom-bar" ref={bottom} aria-label={t("replay.title")}>
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
                onClick={() => (at < replay.steps.length ? setPlaying(!playing) : playFrom(0))}
              />
              <IconButton icon="skip" label={t("replay.next")} onClick={() => void next()} />
              <IconButton icon="undo" label={t("replay.again")} onClick={() => playFrom(0)} />
              <button type="button" class="quiet-button" onClick={() => setReporting(true)}>
                {t("report.title")}
              </button>
              <a class="quiet-button" href={`/api/games/${code}/record`} download={`${code}.txt`}>
                {t("replay.record")}
              </a>
            </div>
          </>
        )}
      </section>
      {replay && reporting && (
        <ReportPanel
          replay={replay}
          onClose={() => setReporting(false)}
          onShow={(step) => {
            setReporting(false);
            playFrom(step);
          }}
        />
      )}
    </main>
  );
}
