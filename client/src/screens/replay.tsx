/** A finished game to look at: step by step, as it was sent when it happened. */

import { useRef, useState } from "preact/hooks";
import { IconButton } from "../controls/icons";
import { Panel } from "../controls/panel";
import { RecordFile } from "../controls/record";
import { SealedGame } from "../fairness/seal";
import { replaySeats } from "../game/replay";
import { t } from "../i18n";
import type { Replay } from "../protocol";
import { ownSeatsIn } from "../settings";
import { calledHere } from "../speech/audience";
import { ReplayCaption } from "../speech/caption";
import { editionName } from "../speech/sentences";
import { device } from "../store";
import { useInsets } from "../table/insets";
import { SeatTags } from "../table/nametags";
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
  const [panel, setPanel] = useState<"report" | "seal" | null>(null);
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
        {replay && <Controls replay={replay} playback={playback} open={setPanel} />}
      </section>
      {replay && panel === "seal" && <SeenHere replay={replay} onClose={() => setPanel(null)} />}
      {replay && panel === "report" && (
        <ReportPanel
          replay={replay}
          onClose={() => setPanel(null)}
          onShow={(step) => {
            setPanel(null);
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
  open,
}: {
  replay: Replay;
  playback: Playback;
  open: (panel: "report" | "seal") => void;
}) {
  const { at, running } = playback;
  const total = replay.steps.length;
  return (
    <>
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
        <button type="button" class="quiet-button" onClick={() => open("report")}>
          {t("report.title")}
        </button>
        {device.sealOf(replay.game) && (
          <button type="button" class="quiet-button" onClick={() => open("seal")}>
            {t("fair.title")}
          </button>
        )}
        <RecordFile game={replay.game} />
      </div>
    </>
  );
}

/** What this device saw when the game was played. */
function SeenHere({ replay, onClose }: { replay: Replay; onClose: () => void }) {
  const seal = device.sealOf(replay.game);
  const seats = replaySeats(replay, ownSeatsIn(replay.game));
  return (
    seal && (
      <Panel title={t("fair.title")} onClose={onClose}>
        <SealedGame
          seal={seal}
          name={(seat) => calledHere(seats[seat])}
          onWitness={() => device.saveWitness(replay.game)}
        />
      </Panel>
    )
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
