/** Who sits at a table that gathers: one's own names can be written, and the host seats others. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { IconButton } from "../controls/icons";
import { LevelSelect } from "../controls/level";
import { Portrait } from "../controls/portrait";
import { SeatSign } from "../controls/sign";
import { company } from "../game/characters";
import { t } from "../i18n";
import type { SeatView } from "../protocol";
import { type Session, useSession } from "../session";
import { playerName } from "../settings";
import { seatName } from "../speech/sentences";
import { botLevel } from "./opening";

export function Seats() {
  const { own, table } = useSession().page;
  const { info, seats } = table.value;
  const host = info?.stage === "gathering" ? info.host : null;
  const hosting = host !== null && own.value.includes(host);
  const open = seats.filter((seat) => seat.kind === "open").length;
  return (
    <>
      <ol class="seat-names">
        {seats
          .filter((seat) => seat.kind !== "open")
          .map((seat) => (
            <li key={seat.seat}>
              <SeatSign seat={seat.seat} size={24} />
              <Who seat={seat} hosting={hosting} />
            </li>
          ))}
      </ol>
      {open > 0 &&
        (hosting ? <More /> : <p class="hint">{t("join.seatsFree", { count: open })}</p>)}
    </>
  );
}

/** Who has a seat, and what may be changed about it. */
function Who({ seat, hosting }: { seat: SeatView; hosting: boolean }) {
  const session = useSession();
  const { own } = session.page;
  const number = seat.seat;
  const free = (type: "free" | "resign") => session.send({ type, seat: number });
  if (own.value.includes(number))
    return (
      <>
        <OwnName seat={seat} />
        {own.value.length > 1 && <Remove seat={seat} onClick={() => free("resign")} />}
      </>
    );
  if (hosting && seat.kind === "bot")
    return (
      <>
        <LevelSelect
          level={seat.level}
          onChange={(level) => session.send({ type: "sit_bot", seat: number, level })}
        />
        <Remove seat={seat} onClick={() => free("free")} />
      </>
    );
  return (
    <>
      {seat.kind === "bot" && <Portrait level={seat.level} size={28} />}
      <span>{seatName(seat)}</span>
      {hosting && !seat.present && <Remove seat={seat} onClick={() => free("free")} />}
    </>
  );
}

function Remove({ seat, onClick }: { seat: SeatView; onClick: () => void }) {
  const label = t("setup.remove", { name: seatName(seat) });
  return <IconButton icon="close" label={label} name={null} onClick={onClick} />;
}

/** The first name of this device is remembered. */
function OwnName({ seat: { seat, name } }: { seat: SeatView }) {
  const session = useSession();
  const { own } = session.page;
  const [text, setText] = useState(name);
  useEffect(() => setText(name), [name]);
  const rename = () => {
    const wished = text.trim();
    if (!wished || wished === name) return setText(name);
    if (own.value[0] === seat) playerName.value = wished;
    session.send({ type: "rename", seat, name: wished });
  };
  const label = t("setup.player", { number: seat + 1 });
  return (
    <input
      type="text"
      maxLength={20}
      autocomplete="off"
      aria-label={t("pair", { first: label, second: t("setup.name") })}
      value={text}
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => setText(event.currentTarget.value)}
      onChange={rename}
    />
  );
}

/** Somebody else at this device, or a computer. */
function More() {
  const session = useSession();
  return (
    <div class="row">
      <Button icon="friends" text={t("setup.person")} onClick={() => void sitHere(session)} />
      <Button icon="bot" text={t("setup.bot")} onClick={() => sitBot(session)} />
    </div>
  );
}

/** One more seat of this device, under the key that signs for its others. */
async function sitHere(session: Session): Promise<void> {
  const { code, held, seats } = session.page.table.value;
  const free = seats.find((seat) => seat.kind === "open");
  if (code === null || !free) return;
  const name = t("setup.player", { number: free.seat + 1 });
  const tokens = held.map(({ token }) => token);
  const wish = { type: "join", table: code, name, tokens } as const;
  await session.attendTable(wish, false, session.device.secret);
}

/** The one nearest to the usual strength who does not sit there yet. */
function sitBot(session: Session): void {
  const { table, welcome } = session.page;
  const { seats } = table.value;
  const levels = welcome.value?.bots ?? [];
  const near = company(levels, botLevel(session.page), levels.length);
  const level = near.find((one) => !seats.some((seat) => seat.level === one)) ?? near[0];
  if (level) session.send({ type: "sit_bot", level });
}
