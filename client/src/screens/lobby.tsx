/** The table before the game: who sits where, the invitation as link and QR code, start. */

import { useMemo, useState } from "preact/hooks";
import qrcode from "qrcode-generator";
import { Icon } from "../controls/icons";
import { shareLink } from "../controls/share";
import { t } from "../i18n";
import { linkTo } from "../route";
import { editionName, seatName } from "../speech/sentences";
import { own, send, table } from "../store";
import { OnlyHere, useInvitation } from "./invitation";
import "../controls/sheet.css";
import "./lobby.css";

function QrCode({ text }: { text: string }) {
  const path = useMemo(() => {
    const code = qrcode(0, "M");
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    const cells: string[] = [];
    for (let y = 0; y < count; y++) {
      for (let x = 0; x < count; x++) if (code.isDark(y, x)) cells.push(`M${x} ${y}h1v1h-1z`);
    }
    return { d: cells.join(""), count };
  }, [text]);
  return (
    <svg
      class="qr"
      viewBox={`-2 -2 ${path.count + 4} ${path.count + 4}`}
      role="img"
      aria-label={t("lobby.qr")}
    >
      <rect x="-2" y="-2" width={path.count + 4} height={path.count + 4} fill="#fff" />
      <path d={path.d} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

function LinkRow({ label, url }: { label: string; url: string }) {
  return (
    <div class="link-row">
      <label class="field">
        <span>{label}</span>
        <input type="text" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" class="secondary" onClick={() => void shareLink(url, t("app.title"))}>
        <Icon name="share" />
        <span>{t("lobby.copy")}</span>
      </button>
    </div>
  );
}

export function Gathering() {
  const state = table.value;
  const [showSeat, setShowSeat] = useState(false);
  const { origin } = useInvitation();
  if (!state.info || !state.code) return null;
  const invite = linkTo({ at: "table", code: state.code, token: null }, origin);
  const host = state.seats.find((seat) => seat.seat === state.info?.host);
  const hosting = state.info.host !== null && own.value.includes(state.info.host);
  const open = state.seats.some((seat) => seat.kind === "open");
  const token = state.held[0]?.token;
  return (
    <section class="sheet" aria-labelledby="gathering">
      <h1 id="gathering" class="screen-title">
        {t("lobby.title")}
      </h1>
      <p class="hint">{editionName(state.info.edition)}</p>
      <div class="invite">
        <QrCode text={invite} />
        <div class="invite-side">
          <LinkRow label={t("lobby.link")} url={invite} />
          <OnlyHere />
          <ol class="seat-names">
            {state.seats.map((seat) => (
              <li key={seat.seat} class={seat.kind}>
                <Icon name={seat.kind === "bot" ? "bot" : "hand"} />
                <span>{seatName(seat)}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
      {hosting ? (
        <div class="row">
          <button type="button" class="primary" onClick={() => send({ type: "start", fill: open })}>
            {open ? t("lobby.fill") : t("setup.start")}
          </button>
          {open && state.seats.filter((seat) => seat.kind !== "open").length >= 2 && (
            <button
              type="button"
              class="secondary"
              onClick={() => send({ type: "start", fill: false })}
            >
              {t("lobby.startNow")}
            </button>
          )}
        </div>
      ) : (
        <p>{t("lobby.waitHost", { name: host ? seatName(host) : "" })}</p>
      )}
      {token && !showSeat && (
        <button type="button" class="quiet-button" onClick={() => setShowSeat(true)}>
          <Icon name="link" />
          <span>{t("lobby.seatLink")}</span>
        </button>
      )}
      {token && showSeat && <LinkRow label={t("lobby.seatLink")} url={`${invite}#${token}`} />}
    </section>
  );
}
