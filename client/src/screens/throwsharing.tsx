/** One throw to give away: as a link to it, or as an animation that this device makes. */

import { useState } from "preact/hooks";
import { Icon } from "../controls/icons";
import { shareFile, shareLink } from "../controls/share";
import { familyOf } from "../game/editions";
import { finishOf, matOf } from "../game/looks";
import { throwAt } from "../game/moments";
import { replaySeats, tableBefore } from "../game/replay";
import { t } from "../i18n";
import type { Replay } from "../protocol";
import { linkTo } from "../route";
import { useSession } from "../session";
import { sceneOf } from "../speech/audience";
import { linesOf, type Scene } from "../speech/lines";
import { seatName, speakLine } from "../speech/sentences";
import type { PageState } from "../state";
import { director, piecesOf } from "../table/display";
import { useInvitation } from "./invitation";

export function ThrowSharing({ replay, shown }: { replay: Replay; shown: number }) {
  const session = useSession();
  const { origin } = useInvitation();
  const [making, setMaking] = useState(false);
  const step = throwAt(replay, shown);
  const thrown = step === null ? null : replay.steps[step]?.thrown;
  if (step === null || !thrown) return null;
  const number = thrown.throw + 1;
  const send = async () => {
    setMaking(true);
    const clip = await animate(session.page, replay, step).catch(() => null);
    setMaking(false);
    if (clip)
      await shareFile(session, new File([clip], `kessel-${number}.gif`, { type: clip.type }));
    else session.say(t("replay.noClip"), "error");
  };
  const link = linkTo({ at: "replay", code: replay.game, throw: number }, origin);
  return (
    <>
      <button
        type="button"
        class="quiet-button"
        onClick={() => void shareLink(session, link, t("replay.title"))}
      >
        <Icon name="link" size={20} />
        <span>{t("replay.link", { number })}</span>
      </button>
      <button type="button" class="quiet-button" disabled={making} onClick={() => void send()}>
        <Icon name="film" size={20} />
        <span>{t(making ? "replay.making" : "replay.clip")}</span>
      </button>
    </>
  );
}

/** The throw of a step as an animation, with who threw and what came of it: for others, so by names. */
async function animate(page: PageState, replay: Replay, at: number): Promise<Blob | null> {
  const [{ makeClip }, flight] = await Promise.all([
    import("../arena/clip/clip"),
    director.value?.flight(replay.game, replay.steps[at]?.thrown?.throw ?? 0) ?? null,
  ]);
  const made = replay.steps[at];
  if (!flight || !made?.thrown) return null;
  const before = tableBefore(replay, at, []);
  const scene: Scene = { ...sceneOf(page, before), you: null, own: [] };
  const seat = made.step.seat ?? made.thrown.hands[0]?.seat ?? 0;
  const lines = made.step.events
    .flatMap((event) => linesOf(event, scene))
    .filter((line) => !line.quiet && !line.passing);
  return makeClip({
    look: familyOf(replay.edition),
    before: before.game ? piecesOf(before.game) : [],
    flight,
    finishes: made.thrown.hands.map((hand) => finishOf(before.seats[hand.seat])),
    mat: matOf(before.seats),
    title: t("history.throw", {
      number: made.thrown.throw + 1,
      name: nameIn(replay, seat),
    }),
    result: lines.map((line) => speakLine(line, scene)).join(" "),
  });
}

function nameIn(replay: Replay, seat: number): string {
  const who = replaySeats(replay, [])[seat];
  return who ? seatName(who) : "";
}
