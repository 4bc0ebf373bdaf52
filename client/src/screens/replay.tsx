/** A finished game to look at: from start to end, back and forth, or one throw of it. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button";
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
      {replay && (
        <Panels panel={panel} replay={replay} playback={playback} review={review} open={setPanel} />
      )}
    </main>
  );
}

interface Watched {
  readonly replay: Replay;
  readonly playback: ReplayPlayback;
  readonly review: GameReview | null;
  readonly open: (panel: ReplayPanel) => void;
}

function Controls({ replay, playback, review, open }: Watched) {
  const session = useSession();
  const moments = momentsOf(replay, review);
  return (
    <>
      <ReplayCaption edition={replay.edition} />
      <Scrubber total={replay.steps.length} playback={playback} moments={moments} />
      <Steps total={replay.steps.length} playback={playback} moments={moments} />
      <div class="row replay-more">
        <ThrowSharing replay={replay} shown={playback.at} />
        <Button class="quiet-button" text={t("report.title")} onClick={() => open("report")} />
        {session.device.sealOf(replay.game) && (
          <Button class="quiet-button" text={t("fair.title")} onClick={() => open("seal")} />
        )}
        <RecordFile game={replay.game} />
      </div>
    </>
  );
}

/** The report, or what this device saw when the game was played. */
function Panels({
  panel,
  replay,
  playback,
  review,
  open,
}: Watched & { readonly panel: ReplayPanel }) {
  const { device, page } = useSession();
  const { game } = replay;
  const seats = replaySeats(replay, ownSeatsIn(game));
  const name = (seat: number) => calledHere(page, seats[seat]);
  const close = () => open(null);
  const show = (step: number) => {
    close();
    playback.jump(step, "on");
  };
  const seal = device.sealOf(game);
  if (panel === "report")
    return (
      <Panel title={t("report.title")} onClose={close}>
        <Report review={review} own={[]} name={name} onShow={({ step }) => show(step)} />
      </Panel>
    );
  if (panel !== "seal" || !seal) return null;
  return (
    <Panel title={t("fair.title")} onClose={close}>
      <SealedGame seal={seal} name={name} onWitness={() => device.saveWitness(game)} />
    </Panel>
  );
}
