/** One throw to give away: as a link to it, or as an animation that this device makes. */

import { useState } from "preact/hooks";
import { Icon } from "../controls/icons";
import { shareFile, shareLink } from "../controls/share";
import { familyOf } from "../game/editions";
import { finishOf, matOf } from "../game/looks";
import { throwAt } from "../game/moments";
import { tableBefore } from "../game/replay";
import { t } from "../i18n";
import type { Replay } from "../protocol";
import { linkTo } from "../route";
import { useSession } from "../session";
import { retold } from "../speech/retold";
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
    const clip = await animate(replay, step).catch(() => null);
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

/** The throw of a step as an animation, with who threw and what came of it. */
async function animate(replay: Replay, at: number): Promise<Blob | null> {
  const [{ makeClip }, flight] = await Promise.all([
    import("../arena/clip/clip"),
    director.value?.flights.find(replay.game, replay.steps[at]?.thrown?.throw ?? 0) ?? null,
  ]);
  const thrown = replay.steps[at]?.thrown;
  const told = retold(replay, at);
  if (!flight || !thrown || !told) return null;
  const { game, seats } = tableBefore(replay, at);
  return makeClip({
    look: familyOf(replay.edition),
    before: game ? piecesOf(game) : [],
    flight,
    finishes: thrown.hands.map((hand) => finishOf(seats[hand.seat])),
    mat: matOf(seats),
    ...told,
  });
}
