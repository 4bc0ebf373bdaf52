/** The table: the arena owns the screen, with name tags, a caption and few quiet panels at the edges. */

import { useEffect } from "preact/hooks";
import { Button } from "../controls/button";
import { late } from "../controls/late";
import { SealPanel } from "../controls/seal";
import { FIRST_EDITION } from "../game/editions";
import { t } from "../i18n";
import type { DeadlineView } from "../protocol";
import { go } from "../route";
import { useSession } from "../session";
import { askText } from "../speech/question";
import { editionName } from "../speech/sentences";
import { Actions } from "../table/actions";
import { Away } from "../table/away";
import { Caption, Spoken } from "../table/caption";
import { Clock } from "../table/clock";
import { playedAt } from "../table/explained";
import { PlayFrame } from "../table/frame";
import { useHurrying } from "../table/hurrying";
import { Reactions } from "../table/reactions";
import { fetchAhead } from "../table/stages";
import { useStanding } from "../table/standing";
import { KeysPanel, openPanel, TopBar } from "../table/topbar";
import { Lesson, Shout, ViewButtons } from "../table/view";
import { useWorkingOut } from "../table/workingout";
import { useYourTurn } from "../table/yourturn";
import { HistoryPanel } from "./history";
import { OfferedSeat, Superseded, useGuestWaits, useTable } from "./invitation";
import { Lobby } from "./lobby";
import { useOtherBot } from "./opening";
import { RulesPanel, SettingsPanel } from "./panels";
import { Tournament } from "./tournament";
import "../controls/sheet.css";

const Podium = late(async () => (await import("./podium")).Podium);

/** Before the game it is the lobby. */
export function TableView({ code, token }: { code: string; token: string | null }) {
  const { offeredSeat, table } = useSession().page;
  const found = useTable(code, token);
  const guestWaits = useGuestWaits(code, token);
  useEffect(() => {
    if (guestWaits) void fetchAhead(); // while a name is typed
  }, [guestWaits]);
  const { info, superseded } = table.value;
  const gathers = info ? info.stage === "gathering" : guestWaits && found;
  if (gathers && !superseded && !offeredSeat.value) return <Lobby code={code} />;
  return <Played code={code} found={found} />;
}

function Played({ code, found }: { code: string; found: boolean }) {
  const { settled, table } = useSession().page;
  useHurrying();
  useWorkingOut();
  useStanding();
  useYourTurn();
  const otherBot = useOtherBot();
  const { info, game } = table.value;
  const edition = info?.edition ?? FIRST_EDITION;
  const over = settled.value && game?.awaited.kind === "over";
  return (
    <PlayFrame
      edition={edition}
      tags={!over}
      otherBot={otherBot}
      bar={
        <>
          {info?.stage === "playing" && <h1 class="unseen">{editionName(edition)}</h1>}
          <TopBar />
        </>
      }
      over={
        <>
          {game && !over && <ViewButtons />}
          <Lesson edition={edition} />
          <Reactions />
          <Shout />
          {!over && <Tournament />}
          <Sheets code={code} found={found} />
          <Panels edition={edition} />
          <Spoken />
        </>
      }
    >
      {info && game && (over ? <Podium stage="table" /> : <Turn deadline={game.deadline} />)}
      {!info && found && <p class="ask">{t("app.loading")}</p>}
    </PlayFrame>
  );
}

/** What happened, what is asked, and the buttons to answer it. */
function Turn({ deadline }: { deadline: DeadlineView | null }) {
  const { page } = useSession();
  return (
    <>
      <Caption />
      <p class="ask">{askText(page)}</p>
      <Away />
      <Clock deadline={deadline} />
      <Actions />
    </>
  );
}

/** What lies in the middle of the table: what is to be decided first, and that there is none. */
function Sheets({ code, found }: { code: string; found: boolean }) {
  const { offeredSeat, table } = useSession().page;
  const sheet = () => {
    if (offeredSeat.value) return <OfferedSeat code={code} />;
    if (table.value.superseded) return <Superseded code={code} />;
    return found ? null : <NoTable />;
  };
  const shown = sheet();
  return shown && <div class="sheet-holder">{shown}</div>;
}

export function NoTable() {
  return (
    <section class="sheet" role="alert">
      <p>{t("error.no_table")}</p>
      <Button class="primary" text={t("setup.back")} onClick={() => go({ at: "home" })} />
    </section>
  );
}

function closePanel(): void {
  openPanel.value = null;
}

function Panels({ edition }: { edition: string }) {
  const { table } = useSession().page;
  useEffect(() => closePanel, []);
  switch (openPanel.value) {
    case "rules":
      return <RulesPanel table={{ edition, ...playedAt(table.value) }} onClose={closePanel} />;
    case "settings":
      return <SettingsPanel onClose={closePanel} />;
    case "history":
      return <HistoryPanel onClose={closePanel} />;
    case "keys":
      return <KeysPanel onClose={closePanel} />;
    case "seal":
      return <Fairness onClose={closePanel} />;
    case null:
      return null;
  }
}

function Fairness({ onClose }: { onClose: () => void }) {
  const { judge, page, story } = useSession();
  const seal = judge.seal.value;
  const { game } = page.table.value;
  if (!seal || !game) return null;
  const save = () => void story.save(game.game);
  return <SealPanel seal={seal} onCheck={() => judge.now()} onStory={save} onClose={onClose} />;
}
