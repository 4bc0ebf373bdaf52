/** Where one is in a replay, and how to get elsewhere: by dragging, by steps, by moments. */

import { IconButton } from "../controls/icons";
import type { Moment } from "../game/moments";
import { t } from "../i18n";
import type { ReplayPlayback } from "./playback";

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

export function Scrubber({ total, playback, moments }: Scrubbed) {
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

export function Steps({ total, playback, moments }: Scrubbed) {
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
