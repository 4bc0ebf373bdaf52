/** The table on a television or laptop, for everybody in the room: big, and nothing to press. */

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "../controls/icons";
import { QrCode } from "../controls/qr";
import { FIRST_EDITION } from "../game/editions";
import { t } from "../i18n";
import type { GameView } from "../protocol";
import { go, linkTo, move } from "../route";
import { OnlyHere, useInvitation } from "../screens/invitation";
import { Podium } from "../screens/podium";
import { NoTable } from "../screens/table";
import { Tournament } from "../screens/tournament";
import { type Session, useSession } from "../session";
import { editionName, seatName } from "../speech/sentences";
import { Racers } from "../table/answers/race";
import { Away } from "../table/away";
import { Caption, Spoken } from "../table/caption";
import { Clock } from "../table/clock";
import { TableFrame } from "../table/frame";
import { Bubbles } from "../table/reactions";
import { LeaveButton, SoundButton } from "../table/topbar";
import { Shout } from "../table/view";
import { useAwake } from "./awake";
import { Arrivals, FlyingReactions, TurnCall, useReporting } from "./show";
import "../controls/sheet.css";
import "./screen.css";

/** `stream`: nothing to press at all, to be put into a video. */
export function ScreenView({ code, stream }: { code: string; stream: boolean }) {
  const { settled, table } = useSession().page;
  const found = useScreen(code);
  useAwake();
  useReporting();
  const head = useRef<HTMLElement>(null);
  useBigType();
  const { info, game } = table.value;
  const edition = info?.edition ?? FIRST_EDITION;
  const gathering = info?.stage === "gathering";
  const over = settled.value && game?.awaited.kind === "over";
  return (
    <TableFrame
      kind={stream ? "screen stream" : "screen"}
      edition={edition}
      head={head}
      tags={game !== null && !over}
      bar={
        <>
          {info?.stage === "playing" && <h1 class="unseen">{editionName(edition)}</h1>}
          {!stream && <Corner code={code} />}
          <WayIn head={head} open={gathering} edition={edition} />
        </>
      }
      over={
        <>
          <Bubbles />
          <FlyingReactions />
          <Shout />
          <Spoken />
          {!over && <Tournament />}
          {!found && (
            <div class="sheet-holder">
              <NoTable />
            </div>
          )}
        </>
      }
    >
      {gathering && <Arrivals />}
      {game && !gathering && (over ? <Podium stage="screen" /> : <Happening game={game} />)}
    </TableFrame>
  );
}

/** Watches the table of the address; a code of four letters is looked up first. */
function useScreen(code: string): boolean {
  const session = useSession();
  const { table } = session.page;
  const [found, setFound] = useState(true);
  const open = session.line.state.value === "open";
  useEffect(() => {
    if (open && table.value.code !== code) void come(session, code).then(setFound);
  }, [code, open]);
  const { info, shortCode } = table.value;
  const waits = info?.stage === "gathering" && shortCode === null;
  useEffect(() => {
    // Once somebody sits there, only the host may; the link does as well.
    if (open && waits) void session.ask({ type: "open_code", screen: true }, true);
  }, [open, waits]);
  return found;
}

async function come(session: Session, code: string): Promise<boolean> {
  if (code.length === 4) {
    const answer = await session.ask({ type: "find", code }, true);
    if (answer?.type === "found") move({ at: "screen", code: answer.table, stream: false });
    return answer !== null || session.line.state.value !== "open";
  }
  const answer = await session.attendTable({ type: "watch", table: code }, true);
  return answer !== null || session.line.state.value !== "open";
}

/** Everything is set in rem: one size for the whole screen. */
function useBigType(): void {
  useEffect(() => {
    const marks = document.documentElement.dataset;
    marks.view = "screen";
    return () => {
      delete marks.view;
    };
  }, []);
}

/** The way out, for whoever has the remote; it fades where nobody points. */
function Corner({ code }: { code: string }) {
  return (
    <nav class="screen-corner" aria-label={t("hud.menu")}>
      <LeaveButton />
      <SoundButton />
      <IconButton
        icon="film"
        label={t("party.stream")}
        onClick={() => go({ at: "screen", code, stream: true })}
      />
    </nav>
  );
}

/** What happens, and whose turn it is. */
function Happening({ game }: { game: GameView }) {
  const { settled } = useSession().page;
  return (
    <>
      <Caption />
      <TurnCall game={game} />
      <Away />
      <Clock deadline={game.deadline} />
      {settled.value && game.race && <Racers racers={game.race.racers} />}
    </>
  );
}

/** Above the bowl while the table gathers: by camera, or by a code of four letters. Later only the room
 * that the names there need. */
function WayIn({
  head,
  open,
  edition,
}: {
  head: RefObject<HTMLElement | null>;
  open: boolean;
  edition: string;
}) {
  const { code, shortCode, info, seats } = useSession().page.table.value;
  const { origin, opensFor } = useInvitation();
  if (!open || !code) return <div class="screen-head" ref={head as RefObject<HTMLDivElement>} />;
  const host = info && info.host !== null ? seatName(seats[info.host]) : "";
  return (
    <header class="screen-head way-in" ref={head}>
      <div class="way-how">
        <h1 class="screen-title">{editionName(edition)}</h1>
        {opensFor === "others" && <p>{t("party.scan")}</p>}
        <OnlyHere />
        {opensFor === "others" && shortCode && (
          <p>{t("party.enter", { address: new URL(origin).host })}</p>
        )}
        <p>{host ? t("party.starts", { name: host }) : t("party.wait")}</p>
      </div>
      {opensFor === "others" && (
        <QrCode text={linkTo({ at: "hand", code, token: null }, origin)} label={t("lobby.qr")} />
      )}
      {shortCode && <p class="big-code">{shortCode}</p>}
    </header>
  );
}
