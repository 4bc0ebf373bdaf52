/** The table: the arena owns the screen, with name tags, a caption and few quiet panels at the edges. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { SealPanel } from "../controls/seal";
import { FIRST_EDITION } from "../game/editions";
import { t } from "../i18n";
import { go } from "../route";
import { useSession } from "../session";
import { calledHere } from "../speech/audience";
import { askText } from "../speech/question";
import { editionName } from "../speech/sentences";
import { useFamily } from "../style/family";
import { Actions } from "../table/actions";
import { Away } from "../table/away";
import { Caption, Spoken } from "../table/caption";
import { Clock } from "../table/clock";
import { Explained } from "../table/explained";
import { useHurrying } from "../table/hurrying";
import { useInsets } from "../table/insets";
import { useKeys } from "../table/keys";
import { SeatTags } from "../table/nametags";
import { Reactions } from "../table/reactions";
import { useShaking } from "../table/shake";
import { Shout } from "../table/shout";
import { fetchAhead } from "../table/stages";
import { useStanding } from "../table/standing";
import { StrengthMeter } from "../table/strength";
import { type TablePanel, TopBar } from "../table/topbar";
import { ArenaFrame, Lesson, Skipping, ViewButtons } from "../table/view";
import { useWorkingOut } from "../table/workingout";
import { useYourTurn } from "../table/yourturn";
import { HistoryPanel } from "./history";
import { OfferedSeat, Superseded, useGuestWaits, useTable } from "./invitation";
import { Gathering } from "./lobby";
import { Podium } from "./podium";
import { RulesPanel } from "./rules";
import { SettingsPanel } from "./settings";
import { TournamentScore } from "./tournament";
import "../controls/sheet.css";
import "./table.css";

export function TableView({ code, token }: { code: string; token: string | null }) {
  const { settled, table } = useSession().page;
  const [panel, setPanel] = useState<TablePanel>(null);
  const bottom = useRef<HTMLElement>(null);
  const found = useTable(code, token);
  const guestWaits = useGuestWaits(code, token);
  useEffect(() => {
    if (guestWaits) void fetchAhead(); // while a name is typed
  }, [guestWaits]);
  useInsets(bottom);
  useKeys();
  useShaking();
  useHurrying();
  useWorkingOut();
  useStanding();
  useYourTurn();
  const { info, game } = table.value;
  const edition = info?.edition ?? FIRST_EDITION;
  useFamily(edition);
  const gathers = info ? info.stage === "gathering" : guestWaits;
  const over = settled.value && game?.awaited.kind === "over";
  return (
    <main class="table">
      {info?.stage === "playing" && <h1 class="unseen">{editionName(edition)}</h1>}
      <TopBar open={setPanel} />
      <ArenaFrame edition={edition} />
      {game && <SeatTags />}
      {game && !over && <ViewButtons />}
      <Lesson edition={edition} />
      <Reactions />
      <Skipping />
      <StrengthMeter />
      <Shout />
      <Explained />
      <section class="bottom-bar" ref={bottom} aria-label={t("hud.moves")}>
        {info && game && !over && <Turn />}
        {!info && found && !guestWaits && <p class="ask">{t("app.loading")}</p>}
      </section>
      {game && !over && table.value.tournament && (
        <aside class="tournament-corner">
          <TournamentScore over={false} />
        </aside>
      )}
      <Sheets code={code} found={found} gathers={gathers} over={over} />
      <Spoken />
      <Panels panel={panel} edition={edition} onClose={() => setPanel(null)} />
    </main>
  );
}

/** What happened, what is asked, and the buttons to answer it. */
function Turn() {
  const { page } = useSession();
  const { table } = page;
  const { game } = table.value;
  if (!game) return null;
  return (
    <>
      <Caption />
      <p class="ask">{askText(page)}</p>
      <Away />
      <Clock deadline={game.deadline} />
      <Actions />
    </>
  );
}

/** What lies in the middle of the table: before the game, after it, and where there is none. */
function Sheets({
  code,
  found,
  gathers,
  over,
}: {
  code: string;
  found: boolean;
  gathers: boolean;
  over: boolean;
}) {
  const { offeredSeat, table } = useSession().page;
  const { superseded } = table.value;
  if (offeredSeat.value)
    return (
      <div class="sheet-holder">
        <OfferedSeat code={code} />
      </div>
    );
  if (superseded)
    return (
      <div class="sheet-holder">
        <Superseded code={code} />
      </div>
    );
  if (!found)
    return (
      <div class="sheet-holder">
        <NoTable />
      </div>
    );
  if (gathers)
    return (
      <div class="sheet-holder">
        <Gathering code={code} />
      </div>
    );
  return over ? (
    <div class="sheet-holder">
      <Podium />
    </div>
  ) : null;
}

export function NoTable() {
  return (
    <section class="sheet" role="alert">
      <p>{t("error.no_table")}</p>
      <Button class="primary" text={t("end.home")} onClick={() => go({ at: "home" })} />
    </section>
  );
}

function Panels({
  panel,
  edition,
  onClose,
}: {
  panel: TablePanel;
  edition: string;
  onClose: () => void;
}) {
  const { table } = useSession().page;
  const { info, game } = table.value;
  const elements = game?.elements.length ? game.elements : (info?.elements ?? null);
  switch (panel) {
    case "rules":
      return (
        <RulesPanel
          table={{
            edition,
            preset: info?.preset ?? "",
            options: info?.options ?? {},
            elements,
          }}
          onClose={onClose}
        />
      );
    case "settings":
      return <SettingsPanel onClose={onClose} />;
    case "history":
      return <HistoryPanel onClose={onClose} />;
    case "seal":
      return <Fairness onClose={onClose} />;
    case null:
      return null;
  }
}

function Fairness({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { table } = session.page;
  const seal = session.device.seal.value;
  const name = (seat: number) => calledHere(session.page, table.value.seats[seat]);
  return seal && <SealPanel seal={seal} name={name} onClose={onClose} />;
}
