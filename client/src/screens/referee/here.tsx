/** The referee on this device: offered once, on its way, starting; and what is lost without it. */

import type { ComponentProps } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { refereeOffline } from "../../engine/offline";
import { engineState } from "../../engine/state";
import { t } from "../../i18n";
import { useSession } from "../../session";
import { bringReferee, didNotStart, isComing, judge, judgedHere, judgeHere, wanted } from "./judge";
import { late, overdue } from "./state";

const MEGABYTE = 1e6;

/** Looks again whenever line or engine change; whether the line was gone while it was needed. */
function useLostLine(): [lost: boolean, forget: () => void] {
  const session = useSession();
  const [lost, setLost] = useState(false);
  const state = session.line.state.value;
  const engine = engineState.value;
  useEffect(() => {
    void judgeHere(session.line);
    if ((state === "lost" || state === "gone") && !judgedHere.value) setLost(true);
  }, [state, engine]);
  return [lost, () => setLost(false)];
}

/** What is to be said about who judges, in one bar; mostly nothing. */
export function Judging({ playing }: { playing: boolean }) {
  const [lost, forget] = useLostLine();
  const isOpen = judge.value.state.value === "open";
  const now = refereeOffline.value;
  const asks = now.state === "offered" && (lost || wanted.value === "");
  if (judgedHere.value)
    return playing && !isOpen ? <Bar text={t("referee.here.starting")} /> : null;
  if (now.state === "fetching") return <Fetching share={now.share} />;
  if (isComing.value) return <Bar text={t("referee.here.starting")} />;
  if (playing && (late.value || !isOpen)) return <Unheard retry={!isOpen} />;
  if (playing && overdue.value) return <Bar text={t("net.waiting")} />;
  if (didNotStart.value) return <Bar text={t("referee.here.failed")} />;
  const look = playing && !lost ? "judging-bar in-play" : "judging-bar";
  return asks ? <Offer look={look} bytes={now.bytes} lost={lost} onDecline={forget} /> : null;
}

function Bar({ text }: { text: string }) {
  return (
    <div class="judging-bar" role="status">
      <p>{text}</p>
    </div>
  );
}

function Offer({
  look,
  bytes,
  lost,
  onDecline,
}: {
  look: string;
  bytes: number;
  lost: boolean;
  onDecline: () => void;
}) {
  const decline = () => {
    wanted.value = "no";
    onDecline();
  };
  return (
    <section class={look} aria-label={t("referee.title")}>
      <p>{t(lost ? "referee.here.lost" : "referee.here.offer", { size: megabytes(bytes) })}</p>
      <div class="row">
        <Download text={t("referee.here.take")} />
        <Button class="quiet-button" text={t("referee.here.decline")} onClick={decline} />
      </div>
    </section>
  );
}

/** The server does not answer: nothing is lost, and one may ask again, or do without it. */
function Unheard({ retry }: { retry: boolean }) {
  const now = refereeOffline.value;
  return (
    <div class="judging-bar offline" role="status">
      <p>{t("referee.offline")}</p>
      <div class="row">
        {retry && <Button text={t("net.retry")} onClick={() => judge.value.retry()} />}
        {now.state === "offered" && (
          <Download text={t("referee.here.bring", { size: megabytes(now.bytes) })} />
        )}
      </div>
    </div>
  );
}

function Download(look: ComponentProps<typeof Button>) {
  const session = useSession();
  const bring = async () => {
    if (!(await bringReferee())) session.say(t("offline.failed"), "error");
  };
  return <Button {...look} onClick={() => void bring()} />;
}

function Fetching({ share }: { share: number }) {
  return (
    <div class="judging-bar" role="status">
      <p>
        {t("referee.here.fetching", { share: Math.round(share * 100) })}
        <progress max={1} value={share} />
      </p>
    </div>
  );
}

/** Before a game: that no connection is needed, or, for those who declined once, how to get there. */
export function Place() {
  const now = refereeOffline.value;
  if (judgedHere.value) return <p class="hint">{t("referee.here.kept")}</p>;
  if (now.state !== "offered" || wanted.value !== "no") return null;
  return (
    <Download
      class="quiet-button"
      icon="download"
      text={t("referee.here.bring", { size: megabytes(now.bytes) })}
    />
  );
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / MEGABYTE);
}
