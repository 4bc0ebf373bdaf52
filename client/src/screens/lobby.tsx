/** The table before the game, which is its own set-up: who sits where, what is played, how others come,
 * and the start. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { IconButton } from "../controls/icons";
import { late } from "../controls/late";
import { NameField, sitDown } from "../controls/name";
import { shareLink } from "../controls/share";
import { hall } from "../hall/hall";
import { listed, t } from "../i18n";
import { Brief } from "../lesson/brief";
import { PLAYERS, type SeatView } from "../protocol";
import { linkTo } from "../route";
import { useSession } from "../session";
import { seatName } from "../speech/sentences";
import type { PageState } from "../state";
import { useFamily } from "../style/family";
import { aimWith, FIRM } from "../table/aim";
import { throwNow } from "../table/commands";
import { ownTosses, tosses } from "../table/display";
import { useStanding } from "../table/standing";
import { LeaveButton } from "../table/topbar";
import { OnlyHere, useInvitation } from "./invitation";
import { SettingsPanel } from "./panels";
import { OtherDevice } from "./seat";
import { Seats } from "./seats";
import { usePlace } from "./showcase";
import "./frame.css";
import "./lobby.css";

// Only hosts need these.
const QrCode = late(() => import("../controls/qr").then((one) => one.QrCode));
const Elsewhere = late(() => import("./elsewhere").then((one) => one.Elsewhere));
const Terms = late(() => import("./terms").then((one) => one.Terms));

/** A panel beside the box that everybody at this table sees. */
export function Lobby({ code }: { code: string }) {
  const { info } = useSession().page.table.value;
  const [settings, openSettings] = useState(false);
  usePlace();
  useStanding();
  useFamily(info?.edition ?? null);
  useEffect(() => {
    tosses.value = true;
    ownTosses.value = 0;
    return () => {
      tosses.value = false;
    };
  }, [code]);
  return (
    <main class="home">
      <header class="home-head">
        <LeaveButton />
        <IconButton
          icon="settings"
          label={t("hud.settings")}
          name={null}
          onClick={() => openSettings(true)}
        />
      </header>
      <section class="home-play gathering" aria-labelledby="gathering">
        <Gathering code={code} />
      </section>
      {settings && <SettingsPanel onClose={() => openSettings(false)} />}
    </main>
  );
}

/** Where a big screen shows the way in and what is played, `bare` leaves them out here. A guest gives a
 * name while the table is still on its way. */
export function Gathering({ code, bare = false }: { code: string; bare?: boolean }) {
  const { own, table } = useSession().page;
  const { info, seats } = table.value;
  const free = seats.find((seat) => seat.kind === "open");
  if (!info || (!own.value.length && free))
    return <Guest code={code} number={free ? free.seat + 1 : null} bare={bare} />;
  const hosting = info.host !== null && own.value.includes(info.host);
  return hosting ? <Host code={code} bare={bare} /> : <Waiting />;
}

function Title({ text }: { text: string }) {
  return (
    <h1 id="gathering" class="screen-title">
      {text}
    </h1>
  );
}

function hostName(page: PageState): string {
  const { info, seats } = page.table.value;
  const host = seats.find((seat) => seat.seat === info?.host);
  return host ? seatName(host) : "";
}

/** Who came by an invitation: throws a die that everybody sees, gives a name, and sits as soon as a seat
 * is known to be free. */
function Guest({ code, number, bare }: { code: string; number: number | null; bare: boolean }) {
  const session = useSession();
  const { info } = session.page.table.value;
  const name = hostName(session.page);
  const title = name ? t("lobby.invited", { name }) : t("lobby.invitedFirst");
  const sit = (event: Event) => {
    event.preventDefault();
    if (number !== null) void sitDown(session, code, number);
  };
  return (
    <>
      <Title text={info ? title : t("app.loading")} />
      {bare || ownTosses.value ? (
        <form class="stack invited" onSubmit={sit}>
          <NameField />
          <Button type="submit" class="primary" text={t("join.sit")} disabled={number === null} />
        </form>
      ) : (
        <Button
          text={t("home.flick")}
          onClick={() => {
            throwNow(session, aimWith(session.page, FIRM));
            ownTosses.value ||= 1; // also where the table is still on its way
          }}
        />
      )}
      {info && <Brief edition={info.edition} />}
      <Seats />
    </>
  );
}

/** Who has a seat, or watches where none is free. */
function Waiting() {
  const { page } = useSession();
  return (
    <>
      <Title text={t("lobby.waitHost", { name: hostName(page) })} />
      <Seats />
      <Terms first={null} />
      <OtherDevice />
    </>
  );
}

function Host({ code, bare }: { code: string; bare: boolean }) {
  const { info, seats } = useSession().page.table.value;
  const [first, setFirst] = useState(info?.first ?? 0);
  const served = hall.value.kind === "server";
  return (
    <>
      <Title text={t(bare ? "party.wait" : "home.together")} />
      {served && !bare && <Invite code={code} />}
      <Seats />
      {!bare && <Terms first={first} onFirst={setFirst} />}
      {served && !bare && <Elsewhere code={code} />}
      <Start here={seats.filter((seat) => seat.kind !== "open")} first={first} />
    </>
  );
}

/** By camera, by a code that is read out, or by a link. */
function Invite({ code }: { code: string }) {
  const session = useSession();
  const { origin, opensFor } = useInvitation();
  const { shortCode } = session.page.table.value;
  const invite = linkTo({ at: "table", code, token: session.device.fingerprint }, origin);
  useEffect(() => {
    if (shortCode === null) void session.ask({ type: "open_code" }, true);
  }, [shortCode]);
  return (
    <div class="row invite">
      {opensFor === "others" && <QrCode text={invite} label={t("lobby.qr")} />}
      <div class="stack invite-side">
        {shortCode && (
          <p class="short-code">
            <span class="hint">{t("lobby.code")}</span> <strong>{shortCode}</strong>
          </p>
        )}
        <Button
          icon="share"
          text={t("lobby.copy")}
          onClick={() => void shareLink(session, invite, t("app.title"))}
        />
        <OnlyHere />
      </div>
    </div>
  );
}

/** Bright is whoever is there; whoever is alone plays with computers. */
function Start({ here, first }: { here: readonly SeatView[]; first: number }) {
  const session = useSession();
  const enough = here.length >= PLAYERS.fewest;
  const people = listed(here.map(seatName));
  return (
    <Button
      class="primary big"
      text={enough ? t("lobby.startWith", { people }) : t("lobby.fill")}
      onClick={() => session.send({ type: "start", fill: !enough, first })}
    />
  );
}
