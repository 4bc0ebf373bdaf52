/** The table before the game: what guests need first, and for the host the invitation and the start. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { late } from "../controls/late";
import { NameField, sitDown } from "../controls/name";
import { Portrait } from "../controls/portrait";
import { Starter } from "../controls/seats";
import { SeatSign } from "../controls/sign";
import { listed, t } from "../i18n";
import { Brief } from "../lesson/brief";
import { PLAYERS } from "../protocol";
import { linkTo } from "../route";
import { useSession } from "../session";
import { editionName, seatName } from "../speech/sentences";
import type { PageState } from "../state";
import { OnlyHere, useInvitation } from "./invitation";
import { LinkRow, OtherDevice } from "./seat";
import "../controls/sheet.css";
import "./lobby.css";

/** Only hosts need it. */
const QrCode = late(() => import("../controls/qr").then((one) => one.QrCode));

/** Where a big screen shows the way in, `bare` leaves it out here. A guest gives a name while the
 * table is still on its way. */
export function Gathering({ code, bare = false }: { code: string; bare?: boolean }) {
  const { own, table } = useSession().page;
  const { info, seats } = table.value;
  const free = seats.find((seat) => seat.kind === "open");
  if (!info || (!own.value.length && free))
    return <Guest code={code} number={free ? free.seat + 1 : null} />;
  const hosting = info.host !== null && own.value.includes(info.host);
  if (!hosting) return <Waiting />;
  if (!bare) return <Host code={code} />;
  return (
    <Sheet title={t("party.wait")}>
      <SeatNames />
      <Start />
    </Sheet>
  );
}

function Sheet({ title, children }: { title: string; children: ComponentChildren }) {
  const { info } = useSession().page.table.value;
  return (
    <section class="sheet" aria-labelledby="gathering">
      <h1 id="gathering" class="screen-title">
        {title}
      </h1>
      {info && <p class="hint">{editionName(info.edition)}</p>}
      {children}
    </section>
  );
}

function hostName(page: PageState): string {
  const { info, seats } = page.table.value;
  const host = seats.find((seat) => seat.seat === info?.host);
  return host ? seatName(host) : "";
}

/** Who came by an invitation: a name, a seat as soon as one is known to be free, and who else is there. */
function Guest({ code, number }: { code: string; number: number | null }) {
  const session = useSession();
  const { info } = session.page.table.value;
  const name = hostName(session.page);
  const title = name ? t("lobby.invited", { name }) : t("lobby.invitedFirst");
  return (
    <Sheet title={info ? title : t("app.loading")}>
      <form
        class="invited"
        onSubmit={(event) => {
          event.preventDefault();
          if (number !== null) void sitDown(session, code, number);
        }}
      >
        <NameField />
        <Button type="submit" class="primary" text={t("join.sit")} disabled={number === null} />
        {info && <Brief edition={info.edition} />}
      </form>
      <SeatNames />
    </Sheet>
  );
}

/** Who has a seat, or watches where none is free. */
function Waiting() {
  const { page } = useSession();
  return (
    <Sheet title={t("lobby.waitHost", { name: hostName(page) })}>
      <SeatNames />
      <OtherDevice />
    </Sheet>
  );
}

function Host({ code }: { code: string }) {
  const { origin, opensFor } = useInvitation();
  const host = useSession().device.fingerprint;
  const invite = linkTo({ at: "table", code, token: host }, origin);
  return (
    <Sheet title={t("lobby.title")}>
      <div class="invite">
        {opensFor === "others" && <QrCode text={invite} label={t("lobby.qr")} />}
        <div class="invite-side">
          <LinkRow label={t("lobby.link")} url={invite} />
          <OnlyHere />
          <ShortCode />
          <SeatNames />
        </div>
      </div>
      <Start />
      <OtherDevice />
    </Sheet>
  );
}

function ShortCode() {
  const session = useSession();
  const { shortCode } = session.page.table.value;
  if (!shortCode)
    return (
      <Button text={t("lobby.showCode")} onClick={() => session.send({ type: "open_code" })} />
    );
  return (
    <div>
      <p class="short-code">
        <span class="hint">{t("lobby.code")}</span> <strong>{shortCode}</strong>
      </p>
      <p class="hint">{t("lobby.codeHow")}</p>
    </div>
  );
}

function Start() {
  const session = useSession();
  const { info, seats } = session.page.table.value;
  const [first, setFirst] = useState(info?.first ?? 0);
  const here = seats.filter((seat) => seat.kind !== "open");
  const open = here.length < seats.length;
  const enough = here.length >= PLAYERS.fewest;
  const names = seats.map((seat) =>
    seat.name ? seatName(seat) : t("setup.player", { number: seat.seat + 1 }),
  );
  const start = (fill: boolean) => session.send({ type: "start", fill, first });
  return (
    <>
      <Starter names={names} first={first} onChange={setFirst} />
      <div class="row">
        {enough && (
          <Button
            class="primary"
            text={t("lobby.startWith", { people: listed(here.map(seatName)) })}
            onClick={() => start(false)}
          />
        )}
        {open && (
          <Button
            class={enough ? "secondary" : "primary"}
            text={t("lobby.fill")}
            onClick={() => start(true)}
          />
        )}
      </div>
    </>
  );
}

function SeatNames() {
  const session = useSession();
  const { own, table } = session.page;
  const { info, seats } = table.value;
  const host = info?.stage === "gathering" ? info.host : null;
  const mayFree = host !== null && own.value.includes(host);
  return (
    <ol class="seat-names">
      {seats.map((seat) => (
        <li key={seat.seat} class={seat.kind}>
          <SeatSign seat={seat.seat} size={24} />
          {seat.kind === "bot" && <Portrait level={seat.level} size={28} />}
          <span>{seatName(seat)}</span>
          {mayFree && seat.kind === "person" && !seat.present && (
            <Button
              class="quiet-button"
              text={t("lobby.freeSeat", { name: seatName(seat) })}
              onClick={() => session.send({ type: "free", seat: seat.seat })}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
