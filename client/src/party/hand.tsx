/** A phone as a hand at a table that a big screen shows: own dice, own choices, a guess while others throw. */

import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { IconButton } from "../controls/icons";
import { late } from "../controls/late";
import { SeatSign } from "../controls/sign";
import { FIRST_EDITION } from "../game/editions";
import { diceInUnit } from "../game/table";
import { t } from "../i18n";
import type { GameView } from "../protocol";
import { go } from "../route";
import { OfferedSeat, Superseded, useGuestWaits, useTable } from "../screens/invitation";
import { Gathering } from "../screens/lobby";
import { NoTable } from "../screens/table";
import { useSession } from "../session";
import { handTable, haptics } from "../settings";
import { askText } from "../speech/question";
import { seatName } from "../speech/sentences";
import type { PageState } from "../state";
import { useFamily } from "../style/family";
import { Actions } from "../table/actions";
import { Away } from "../table/away";
import { Caption, Spoken } from "../table/caption";
import { Clock } from "../table/clock";
import { Explained } from "../table/explained";
import { useKeys } from "../table/keys";
import { ReactionButton, Reactions } from "../table/reactions";
import { useStanding } from "../table/standing";
import { StrengthMeter } from "../table/strength";
import { LeaveButton } from "../table/topbar";
import { useAwake } from "./awake";
import { Guessing } from "./guessing";
import { FlickPad } from "./pad";
import { HandPresenter } from "./presenter";
import "../controls/sheet.css";
import "../table/frame.css";
import "./hand.css";

const Podium = late(async () => (await import("../screens/podium")).Podium);
const YOUR_TURN = [40, 60, 40];

export function HandView({ code, token }: { code: string; token: string | null }) {
  const session = useSession();
  const found = useTable(code, token);
  const guestWaits = useGuestWaits(code, token);
  useKeys();
  useAwake();
  useStanding();
  useEffect(() => {
    const presenter = new HandPresenter(session);
    handTable.value = code;
    return () => presenter.dispose();
  }, []);
  useFamily(session.page.table.value.info?.edition ?? FIRST_EDITION);
  return (
    <main class="hand">
      <HandBar code={code} />
      <Body code={code} found={found} guestWaits={guestWaits} />
      <Reactions />
      <StrengthMeter />
      <Explained />
      <Spoken />
    </main>
  );
}

function HandBar({ code }: { code: string }) {
  const { page } = useSession();
  const { acting, own, table } = page;
  const seat = acting.value ?? own.value[0];
  return (
    <header class="top-bar">
      <LeaveButton />
      <h1 class="hand-name">
        {seat === undefined ? (
          t("party.hand")
        ) : (
          <>
            <SeatSign seat={seat} size={28} /> {seatName(table.value.seats[seat])}
          </>
        )}
      </h1>
      <ReactionButton />
      <IconButton
        icon="screen"
        label={t("party.table")}
        name={t("party.table.short")}
        onClick={() => go({ at: "table", code, token: null })}
      />
    </header>
  );
}

function Body({ code, found, guestWaits }: { code: string; found: boolean; guestWaits: boolean }) {
  const { offeredSeat, own, settled, table } = useSession().page;
  const { info, game, superseded } = table.value;
  const sheet = (view: VNode) => <div class="sheet-holder">{view}</div>;
  if (offeredSeat.value) return sheet(<OfferedSeat code={code} />);
  if (superseded) return sheet(<Superseded code={code} />);
  if (!found) return sheet(<NoTable />);
  if (!info && !guestWaits) return <p class="hand-wait">{t("app.loading")}</p>;
  if (!info || (info.stage === "gathering" && !own.value.length))
    return sheet(
      <section class="sheet" aria-labelledby="gathering">
        <Gathering code={code} bare />
      </section>,
    );
  if (info.stage === "gathering") return <Waiting code={code} edition={info.edition} />;
  if (!game) return null;
  if (settled.value && game.awaited.kind === "over") return <Podium stage="hand" />;
  return <Playing game={game} edition={info.edition} />;
}

/** Until it begins there is a die to throw onto the big screen. */
function Waiting({ code, edition }: { code: string; edition: string }) {
  return (
    <>
      <FlickPad edition={edition} dice={1} supply={null} kept={0} />
      <section class="hand-bar">
        <Gathering code={code} bare />
      </section>
    </>
  );
}

function Playing({ game, edition }: { game: GameView; edition: string }) {
  const { page } = useSession();
  const { acting, hands, own, unit } = page;
  useTurnFelt();
  const seat = acting.value;
  const supply = hands.value[seat ?? own.value[0] ?? -1]?.dice ?? null;
  const thrown = seat !== null && unit.value ? diceInUnit(game, seat, unit.value) : 0;
  return (
    <>
      {seat === null && page.handTo.value === null ? (
        <Guessing game={game} />
      ) : (
        <FlickPad
          edition={edition}
          dice={thrown}
          supply={supply}
          kept={(supply ?? 0) - (game.awaited.kind === "start_die" ? 0 : thrown)}
        />
      )}
      <section class="hand-bar" aria-label={t("hud.moves")}>
        {seat !== null && <Caption />}
        <p class="ask">{seat === null ? waiting(page) : askText(page)}</p>
        <Away />
        <Clock deadline={game.deadline} />
        <Actions />
      </section>
    </>
  );
}

/** While others act, one looks up. */
function waiting(page: PageState): string {
  const { game } = page.table.value;
  const out = page.own.value.every((seat) => game?.eliminated.includes(seat));
  if (page.own.value.length && out) return t("party.out");
  return page.settled.value ? `${askText(page)} ${t("party.look")}` : t("party.look");
}

/** The phone says that it is one's turn, to a hand that does not look at it. */
function useTurnFelt(): void {
  const mine = useSession().page.acting.value !== null;
  useEffect(() => {
    if (mine && haptics.value) navigator.vibrate?.(YOUR_TURN);
  }, [mine]);
}
