/** A finished game to look at: step by step, as it was sent when it happened. */

import { useRef, useState } from "preact/hooks";
import { IconButton } from "../controls/icons";
import { Panel } from "../controls/panel";
import { replaySeats } from "../game/replay";
import { t } from "../i18n";
import type { Replay } from "../protocol";
import { ownSeatsIn } from "../settings";
import { calledHere } from "../speech/audience";
import { ReplayCaption } from "../speech/caption";
import { editionName } from "../speech/sentences";
import { table } from "../store";
import { noPicture } from "../table/display";
import { useInsets } from "../table/insets";
import { SeatTags } from "../table/nametags";
import { PlainArena } from "../table/plainarena";
import { BackHome } from "./frame";
import { type Playback, usePlayback, useReplay } from "./playback";
import { Report, useReview } from "./report";
import "../table/topbar.css";
import "./table.css";
import "./replay.css";

export function ReplayView({ code }: { code: string }) {
  const found = useReplay(code);
  const replay = found === "missing" ? null : found;
  const playback = usePlayback(replay);
  const [reporting, setReporting] = useState(false);
  const bottom = useRef<HTMLElement>(null);
  useInsets(bottom);
  return (
    <main class="table replay">
      <header class="top-bar">
        <BackHome />
        <h1 class="screen-title">{t("replay.title")}</h1>
        <span class="fact">{replay ? editionName(replay.edition) : ""}</span>
      </header>
      {replay && <SeatTags />}
      <section class="bottom-bar" ref={bottom} aria-label={t("replay.title")}>
        {found === "missing" && <p role="alert">{t("replay.missing")}</p>}
        {replay && (
          <Controls replay={replay} playback={playback} onReport={() => setReporting(true)} />
        )}
      </section>
      {replay && reporting && (
        <ReportPanel
          replay={replay}
          onClose={() => setReporting(false)}
          onShow={(step) => {
            setReporting(false);
            playback.playFrom(step);
          }}
        />
      )}
    </main>
  );
}

function Controls({
  replay,
  playback,
  onReport,
}: {
  replay: Replay;
  playback: Playback;
  onReport: () => void;
}) {
  const { at, running } = playback;
  const { game } = table.value;
  const total = replay.steps.length;
  return (
    <>
      {noPicture.value && game && <PlainArena game={game} edition={replay.edition} />}
      <ReplayCaption edition={replay.edition} />
      <p class="hint">{t("replay.step", { number: at, total })}</p>
      <progress max={total} value={at} aria-label={t("replay.title")} />
      <div class="row">
        <IconButton
          icon={running ? "pause" : "play"}
          label={t(running ? "replay.pause" : "replay.play")}
          onClick={playback.playOrPause}
        />
        <IconButton icon="skip" label={t("replay.next")} onClick={playback.next} />
        <IconButton icon="undo" label={t("replay.again")} onClick={() => playback.playFrom(0)} />
        <button type="button" class="quiet-button" onClick={onReport}>
          {t("report.title")}
        </button>
        {/* The server names the file. */}
        <a class="quiet-button" href={`/api/games/${replay.game}/record`} download>
          {t("replay.record")}
        </a>
      </div>
    </>
  );
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
  const seats = replaySeats(replay, ownSeatsIn(replay.game));
  return (
    <Panel title={t("report.title")} onClose={onClose}>
      <Report
        review={review}
        own={[]}
        name={(seat) => calledHere(seats[seat])}
        onShow={({ step }) => onShow(step)}
      />
    </Panel>
  );
}
