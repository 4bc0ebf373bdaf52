/** One's own seat: the link that takes it to another device, and leaving it on all of them. */

import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { shareLink } from "../controls/share";
import { hall } from "../hall/hall";
import { seatBehind } from "../hall/invitation";
import { t } from "../i18n";
import { go, linkTo } from "../route";
import { useSession } from "../session";
import { useInvitation } from "./invitation";
import "../controls/choices.css";

/** Beside the settings, while this device has a seat at a server's table. */
export function OwnSeat() {
  const { held } = useSession().page.table.value;
  if (!held.length || hall.value.kind !== "server") return null;
  return (
    <fieldset class="choice">
      <legend>{t("seat.title")}</legend>
      <OtherDevice />
      <LeaveForGood />
    </fieldset>
  );
}

function LeaveForGood() {
  const session = useSession();
  const [asked, setAsked] = useState(false);
  const leave = async () => {
    if (await session.leaveForGood()) go({ at: "home" });
  };
  if (!asked)
    return (
      <Button
        class="quiet-button"
        icon="back"
        text={t("seat.leave")}
        onClick={() => setAsked(true)}
      />
    );
  return (
    <>
      <p class="hint">{t("seat.leaveHow")}</p>
      <Button text={t("seat.leaveNow")} onClick={() => void leave()} />
    </>
  );
}

/** The link that takes your seat to another device. */
export function OtherDevice() {
  const session = useSession();
  const { code, held } = session.page.table.value;
  const { origin } = useInvitation();
  const seat = held[0]?.token;
  if (!seat || !code) return null;
  const token = seatBehind(seat, session.device.secret);
  const link = linkTo({ at: "table", code, token }, origin);
  return (
    <Button
      class="quiet-button"
      icon="link"
      text={t("lobby.seatLink")}
      onClick={() => void shareLink(session, link, t("app.title"))}
    />
  );
}
