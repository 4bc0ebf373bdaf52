/** A finished game to look at: from start to end, back and forth, or one throw of it. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { IconButton } from "../controls/icons";
import { Panel } from "../controls/panel";
import { RecordFile } from "../controls/record";
import { SealedGame } from "../controls/seal";
import { shareFile, shareLink } from "../controls/share";
import { type Moment, momentsOf, stepOfThrow, throwAt } from "../game/moments";
import { replaySeats } from "../game/replay";
import { useReview } from "../hall/review";
import { t } from "../i18n";
import type { GameReview, Replay } from "../protocol";
import { linkTo } from "../route";
import { useSession } from "../session";
import { ownSeatsIn } from "../settings";
import { calledHere } from "../speech/audience";
import { editionName } from "../speech/sentences";
import { ReplayCaption } from "../table/caption";
import { TableFrame } from "../table/frame";
import { clipOf } from "./clip";
import { BackHome } from "./frame";
import { useInvitation } from "./invitation";
import { type ReplayPlayback, usePlayback, useReplay } from "./playback";
import { Report } from "./report";
import "./replay.css";

type ReplayPanel = "report" | "seal" | null;

export function ReplayView({ code, thrown }: { code: string; thrown: number | null }) {
  const found = useReplay(code);
  const replay = found === "missing" ? null : found;
  const playback = usePlayback(replay);
  const review = useReview(code);
  const [panel, setPanel] = useState<ReplayPanel>(null);
  useEffect(() => {
    const step = replay && thrown !== null ? stepOfThrow(replay, thrown - 1) : null;
    if (step !== null) playback.jump(step, "once");
  }, [replay, thrown]);
  return (
    <TableFrame
      kind="replay"
      edition={replay?.edition ?? null}
      tags={replay !== null}
      label={t("replay.title")}
      bar={
        <header class="top-bar">
          <BackHome />
          <h1 class="screen-title">{t("replay.title")}</h1>
          <span class="fact">{replay ? editionName(replay.edition) : ""}</span>
        </header>
      }
      over={
        replay && (
          <Panels
            panel={panel}
            replay={replay}
            playback={playback}
            review={review}
            open={setPanel}
          />
        )
      }
    >
      {found === "missing" && <p role="alert">{t("replay.missing")}</p>}
      {replay && <Controls replay={replay} playback={playback} review={review} open={setPanel} />}
    </TableFrame>
  );
}

interface Watched {
  readonly replay: Replay;
  readonly playback: ReplayPlayback;
  readonly review: GameReview | null;
  readonly open: (panel: ReplayPanel) => void;
}

function Controls({ replay, playback, review, open }: Watched) {
  const { story } = useSession();
  const [isTold, tell] = useState(false);
  useEffect(
    () => void story.tableOf(replay.game).then((table) => tell(table !== null)),
    [replay.game],
  );
  const moments = momentsOf(replay, review);
  return (
    <>
      <ReplayCaption edition={replay.edition} />
      <Scrubber total={replay.steps.length} playback={playback} moments={moments} />
      <Steps total={replay.steps.length} playback={playback} moments={moments} />
      <div class="row replay-more">
        <ThrowSharing replay={replay} shown={playback.at} />
        <Button class="quiet-button" text={t("report.title")} onClick={() => open("report")} />
        {isTold && (
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
  const { page } = useSession();
  const { game } = replay;
  const seats = replaySeats(replay, ownSeatsIn(game));
  const name = (seat: number) => calledHere(page, seats[seat]);
  const close = () => open(null);
  const show = (step: number) => {
    close();
    playback.jump(step, "on");
  };
  if (panel === "report")
    return (
      <Panel title={t("report.title")} onClose={close}>
        <Report review={review} own={[]} name={name} onShow={({ step }) => show(step)} />
      </Panel>
    );
  return panel === "seal" ? <Judged game={game} onClose={close} /> : null;
}

/** The proof of a game of old, checked when somebody asks for it. */
function Judged({ game, onClose }: { game: string; onClose: () => void }) {
  const { judge, story } = useSession();
  const judging = useMemo(() => judge.of(game), [game]);
  return (
    <Panel title={t("fair.title")} onClose={onClose}>
      <SealedGame
        seal={judging.seal.value}
        game={game}
        signs=""
        onCheck={() => void judging.start(true)}
        onStory={() => void story.save(game)}
      />
    </Panel>
  );
}

interface Scrubbed {
  readonly total: number;
  readonly playback: ReplayPlayback;
  readonly moments: readonly Moment[];
}

function hint(total: number, at: number, moments: readonly Moment[]): string {
  const step = t("replay.step", { number: at, total });
  const moment = moments.find((one) => one.step === at - 1);
  return moment ? t("pair", { first: step, second: t(`replay.moment.${moment.kind}`) }) : step;
}

function Scrubber({ total, playback, moments }: Scrubbed) {
  const { at, jump } = playback;
  const where = hint(total, at, moments);
  return (
    <div class="scrubbing">
      <p class="hint">{where}</p>
      <input
        type="range"
        class="scrubber"
        min={0}
        max={total}
        value={at}
        style={{ "--share": total ? at / total : 0 }}
        aria-label={t("replay.place")}
        aria-valuetext={where}
        onInput={(event) => jump(event.currentTarget.valueAsNumber, "still")}
      />
      <div class="ticks" aria-hidden="true">
        {moments.map(({ step, kind }) => (
          <span key={step} class={`tick ${kind}`} style={{ "--at": (step + 1) / total }} />
        ))}
      </div>
    </div>
  );
}

function Steps({ total, playback, moments }: Scrubbed) {
  const { at, running, jump } = playback;
  const earlier = moments.findLast(({ step }) => step < at - 1);
  const later = moments.find(({ step }) => step >= at);
  return (
    <div class="row replay-steps">
      <IconButton icon="undo" label={t("replay.again")} onClick={() => jump(0, "on")} />
      <IconButton
        icon="skipBack"
        label={t("replay.earlier")}
        name={t("replay.keyMoment")}
        disabled={!earlier}
        onClick={() => earlier && jump(earlier.step, "once")}
      />
      <IconButton
        icon="stepBack"
        label={t("replay.back")}
        name={t("replay.step.short")}
        disabled={at === 0}
        onClick={() => jump(Math.max(0, at - 1), "still")}
      />
      <IconButton
        icon={running ? "pause" : "play"}
        label={t(running ? "replay.pause" : "replay.play")}
        onClick={playback.playOrPause}
      />
      <IconButton
        icon="step"
        label={t("replay.next")}
        name={t("replay.step.short")}
        disabled={at >= total}
        onClick={() => jump(at, "once")}
      />
      <IconButton
        icon="skip"
        label={t("replay.later")}
        name={t("replay.keyMoment")}
        disabled={!later}
        onClick={() => later && jump(later.step, "once")}
      />
    </div>
  );
}

function ThrowSharing({ replay, shown }: { replay: Replay; shown: number }) {
  const session = useSession();
  const { origin } = useInvitation();
  const [making, setMaking] = useState(false);
  const step = throwAt(replay, shown);
  const thrown = step === null ? null : replay.steps[step]?.thrown;
  if (step === null || !thrown) return null;
  const number = thrown.throw + 1;
  const send = async () => {
    setMaking(true);
    const clip = await clipOf(replay, step).catch(() => null);
    setMaking(false);
    if (clip) await shareFile(session, clip);
    else session.say(t("replay.noClip"), "error");
  };
  const link = linkTo({ at: "replay", code: replay.game, throw: number }, origin);
  return (
    <>
      <Button
        class="quiet-button"
        icon="link"
        iconSize={20}
        text={t("replay.link", { number })}
        onClick={() => void shareLink(session, link, t("replay.title"))}
      />
      <Button
        class="quiet-button"
        icon="film"
        iconSize={20}
        text={t(making ? "replay.making" : "replay.clip")}
        disabled={making}
        onClick={() => void send()}
      />
    </>
  );
}
