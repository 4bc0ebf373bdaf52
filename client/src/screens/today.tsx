/** The throw of the day: everybody's position, one throw that counts, any number for practice. */

import { useEffect, useState } from "preact/hooks";
import { offline } from "../engine/offline";
import { hall } from "../hall/hall";
import { locale, t } from "../i18n";
import { useSession } from "../session";
import { lastEdition } from "../settings";
import { editionName, speakArena } from "../speech/sentences";
import { useFamily } from "../style/family";
import { ThrowButton } from "../table/answers/throw";
import { Explained } from "../table/explained";
import { useInsets } from "../table/insets";
import { useKeys } from "../table/keys";
import { SeatTags } from "../table/nametags";
import { useShaking } from "../table/shake";
import { StrengthMeter } from "../table/strength";
import { ArenaFrame, Skipping } from "../table/view";
import { DayResult, verdictOf } from "./dayresult";
import { Today } from "./daythrow";
import { BackHome } from "./frame";
import "./table.css";
import "../table/actions.css";
import "../table/caption.css";
import "../table/view.css";
import "./today.css";

export function TodayView() {
  const { acting, settled, table } = useSession().page;
  const today = useToday();
  const edition = today.day.value?.edition ?? lastEdition.value;
  const bottom = useInsets();
  useKeys();
  useShaking();
  useFamily(edition);
  const done = today.shown.value !== null && settled.value;
  return (
    <main class="table today">
      <Bar today={today} />
      <ArenaFrame edition={edition} />
      <Card today={today} hidden={done} />
      {table.value.game && <SeatTags />}
      <Skipping />
      <StrengthMeter />
      <Explained />
      <section class="bottom-bar" ref={bottom} aria-label={t("hud.moves")}>
        {!today.day.value && <Waiting />}
        {acting.value !== null && !done && (
          <div class="answers">
            <ThrowButton />
          </div>
        )}
      </section>
      {done && (
        <div class="sheet-holder">
          <DayResult today={today} />
        </div>
      )}
      <p class="unseen" aria-live="polite">
        {done ? verdictOf(today) : lyingIn(today)}
      </p>
    </main>
  );
}

/** The day stands in for a table as long as it is looked at. */
function useToday(): Today {
  const session = useSession();
  const [today] = useState(() => new Today(session, Date.now()));
  useEffect(() => {
    session.rehearseWith((message) => {
      if (message.type === "throw") void today.throw(message.aim);
      return message.type === "throw";
    });
    void today.open();
    return () => {
      today.close();
      session.rehearseWith(null);
    };
  }, []);
  return today;
}

function Bar({ today }: { today: Today }) {
  const day = today.day.value;
  const long = { dateStyle: "long", timeZone: "UTC" } as const;
  const shown = new Intl.DateTimeFormat(locale(), long).format(Date.parse(today.date));
  return (
    <header class="top-bar">
      <BackHome />
      <div class="top-facts">{day ? `${shown} · ${editionName(day.edition)}` : shown}</div>
    </header>
  );
}

function Card({ today, hidden }: { today: Today; hidden: boolean }) {
  const day = today.day.value;
  const practice = today.shown.value?.practice ?? today.counted !== null;
  return (
    <section class="lesson today-card" hidden={hidden}>
      <h1 class="today-title">{t("daily.title")}</h1>
      {day && <p>{t(practice ? "daily.practice" : "daily.what", { count: day.dice })}</p>}
    </section>
  );
}

/** Below, since a line that is lost is told above. */
function Waiting() {
  const { line } = useSession();
  const lost = line.state.value === "lost" || line.state.value === "gone";
  const canStayHere = hall.value.kind === "device" || offline.value.state === "kept";
  return <p class="ask">{t(lost && !canStayHere ? "daily.needs" : "engine.starting")}</p>;
}

function lyingIn(today: Today): string {
  const day = today.day.value;
  return day ? speakArena({ arena: day.arena }, day.edition) : "";
}
