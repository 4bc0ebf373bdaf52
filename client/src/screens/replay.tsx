/** A finished game to look at: from start to end, back and forth, or one throw of it. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Panel } from "../controls/panel";
import { RecordFile } from "../controls/record";
import { SealedGame } from "../controls/seal";
import { momentsOf, stepOfThrow } from "../game/moments";
import { replaySeats } from "../game/replay";
import { t } from "../i18n";
import type { GameReview, Replay } from "../protocol";
import { useSession } from "../session";
import { ownSeatsIn } from "../settings";
import { calledHere } from "../speech/audience";
import { editionName } from "../speech/sentences";
import { ReplayCaption } from "../table/caption";
import { useInsets } from "../table/insets";
import { SeatTags } from "../table/nametags";
import { BackHome } from "./frame";
import { type ReplayPlayback, usePlayback, useReplay } from "./playback";
import { Report } from "./report";
import { useReview } from "./reviewed";
import { Scrubber, Steps } from "./scrubber";
import { ThrowSharing } from "./throwsharing";
import "../table/topbar.css";
import "./table.css";
import "./replay.css";

type ReplayPanel = "report" | "seal" | null;

export function ReplayView({ code, thrown }: { code: string; thrown: number | null }) {
  const found = useReplay(code);
  const replay = found === "missing" ? null : found;
  const playback = usePlayback(replay);
  const review = useReview(code);
  const [panel, setPanel] = useState<ReplayPanel>(null);
  const bottom = useRef<HTMLElement>(null);
  useInsets(bottom);
  useEffect(() => {
    const step = replay && thrown !== null ? stepOfThrow(replay, thrown - 1) : null;
    if (step !== null) playback.jump(step, "once");
  }, [replay, thrown]);
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
        {replay && <Controls replay={replay} playback={playback} review={review} open={setPanel} />}
      </section>
      {replay && panel === "seal" && <SeenHere replay={replay} onClose={() => setPanel(null)} />}
      {replay && panel === "report" && (
        <ReportPanel
          replay={replay}
          review={review}
          onClose={() => setPanel(null)}
          onShow={(step) => {
            setPanel(null);
            playback.jump(step, "on");
          }}
        />
      )}
    </main>
  );
}

function Controls({
  replay,
  playback,
  review,
  open,
}: {
  replay: Replay;
  playback: ReplayPlayback;
  review: GameReview | null;
  open: (panel: ReplayPanel) => void;
}) {
  const session = useSession();
  const moments = momentsOf(replay, review);
  return (
    <>
      <ReplayCaption edition={replay.edition} />
      <Scrubber total={replay.steps.length} playback={playback} moments={moments} />
      <Steps total={replay.steps.length} playback={playback} moments={moments} />
      <div class="row replay-more">
        <ThrowSharing replay={replay} shown={playback.at} />
        <button type="button" class="quiet-button" onClick={() => open("report")}>
          {t("report.title")}
        </button>
        {session.shelf.sealOf(replay.game) && (
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
  const session = useSession();
  const seal = session.shelf.sealOf(replay.game);
  const seats = replaySeats(replay, ownSeatsIn(replay.game));
  return (
    seal && (
      <Panel title={t("fair.title")} onClose={onClose}>
        <SealedGame
          seal={seal}
          name={(seat) => calledHere(session.page, seats[seat])}
          onWitness={() => session.shelf.saveWitness(replay.game)}
        />
      </Panel>
    )
  );
}

function ReportPanel({
  replay,
  review,
  onShow,
  onClose,
}: {
  replay: Replay;
  review: GameReview | null;
  onShow: (step: number) => void;
  onClose: () => void;
}) {
  const { page } = useSession();
  const seats = replaySeats(replay, ownSeatsIn(replay.game));
  return (
    <Panel title={t("report.title")} onClose={onClose}>
      <Report
        review={review}
        own={[]}
        name={(seat) => calledHere(page, seats[seat])}
        onShow={({ step }) => onShow(step)}
      />
    </Panel>
  );
}
