/** The throw of the day, of this one or of any other: everybody's position, one throw that counts, any number for practice. */

import { useEffect, useState } from "preact/hooks";
import { offline } from "../engine/offline";
import { hall } from "../hall/hall";
import { locale, t } from "../i18n";
import { countOf, dateOf, streakUpTo, stripUpTo } from "../memory/days";
import { days } from "../memory/shelf";
import { useSession } from "../session";
import { lastEdition } from "../settings";
import { editionName, speakArena } from "../speech/sentences";
import { ThrowButton } from "../table/answers/throw";
import { PlayFrame } from "../table/frame";
import { DayResult, tookText, verdictOf } from "./dayresult";
import { Today } from "./daythrow";
import { BackHome } from "./frame";
import "./today.css";

export function TodayView() {
  const [now] = useState(Date.now);
  const [date, choose] = useState(() => dateOf(now));
  return <DayView key={date} date={date} now={now} choose={choose} />;
}

interface Chosen {
  readonly date: string;
  readonly now: number;
  readonly choose: (date: string) => void;
}

function DayView({ date, now, choose }: Chosen) {
  const { acting, settled } = useSession().page;
  const today = useDay(date, now);
  const edition = today.day.value?.edition ?? lastEdition.value;
  const done = today.shown.value !== null && settled.value;
  return (
    <PlayFrame
      kind="today"
      edition={edition}
      tags
      bar={<Bar today={today} />}
      over={
        <p class="unseen" aria-live="polite">
          {done ? verdictOf(today) : lyingIn(today)}
        </p>
      }
    >
      {!today.day.value && <Waiting />}
      {done ? <DayResult today={today} /> : <What today={today} />}
      {acting.value !== null && !done && (
        <div class="answers">
          <ThrowButton />
        </div>
      )}
      <Days date={date} now={now} choose={choose} />
    </PlayFrame>
  );
}

/** The day stands in for a table as long as it is looked at. */
function useDay(date: string, now: number): Today {
  const session = useSession();
  const [today] = useState(() => new Today(session, now, date));
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

function written(date: string, how: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), { ...how, timeZone: "UTC" }).format(Date.parse(date));
}

function Bar({ today }: { today: Today }) {
  const day = today.day.value;
  const shown = written(today.date, { dateStyle: "long" });
  return (
    <header class="top-bar">
      <BackHome />
      <div class="top-facts">
        <h1 class="today-title">{t("daily.title")}</h1>
        <span>{day ? `${shown} · ${editionName(day.edition)}` : shown}</span>
      </div>
    </header>
  );
}

function What({ today }: { today: Today }) {
  const day = today.day.value;
  const practice = today.isPast || today.counted !== null;
  return day && <p>{t(practice ? "daily.practice" : "daily.what", { count: day.dice })}</p>;
}

/** The days since the first, at most a week of them, each with what was taken; and any other. */
function Days({ date, now, choose }: Chosen) {
  const today = dateOf(now);
  const streak = streakUpTo(days.value, today);
  return (
    <div class="row day-row">
      {streak > 1 && <strong>{t("daily.streak", { count: streak })}</strong>}
      <ol class="day-week" aria-label={t("daily.week")}>
        {stripUpTo(days.value, today).map((one) => (
          <li key={one}>
            <WeekDay date={one} chosen={one === date} choose={choose} />
          </li>
        ))}
      </ol>
      <label class="field compact">
        <span class="unseen">{t("daily.any")}</span>
        <input
          type="date"
          max={today}
          value={date}
          onChange={({ currentTarget: { value } }) => value && value <= today && choose(value)}
        />
      </label>
    </div>
  );
}

function WeekDay({ date, chosen, choose }: Omit<Chosen, "now"> & { chosen: boolean }) {
  const thrown = days.value.find((one) => one.date === date);
  const day = written(date, { weekday: "long", day: "numeric", month: "long" });
  const told = thrown ? tookText(thrown) : t("daily.missed");
  return (
    <button
      type="button"
      class={thrown ? "chip thrown" : "chip"}
      aria-pressed={chosen}
      onClick={() => choose(date)}
    >
      <span class="unseen">{t("pair", { first: day, second: told })}</span>
      <span aria-hidden="true">{written(date, { weekday: "short" })}</span>
      {thrown && <strong aria-hidden="true">{countOf(thrown.dice, "taken")}</strong>}
    </button>
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
