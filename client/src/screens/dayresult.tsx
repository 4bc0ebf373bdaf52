/** What came of the throw of the day: squares to send, the week, and what all this proves. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Icon } from "../controls/icons";
import { shareText } from "../controls/share";
import { hall } from "../hall/hall";
import { locale, t } from "../i18n";
import { countOf, type DayThrow, daysUpTo, FATES, squaresOf, weekUpTo } from "../memory/days";
import { days } from "../memory/shelf";
import type { Outgoing } from "../net/connection";
import type { AimFields, Daily, DayBest } from "../protocol";
import { linkTo } from "../route";
import { useSession } from "../session";
import { playerName } from "../settings";
import { editionName, isolated } from "../speech/sentences";
import { COLOURS, type DayPicture, dayPicture } from "./daypicture";
import type { Shown, Today } from "./daythrow";
import { useInvitation } from "./invitation";
import { EarnedNow } from "./memory/rewards";
import "../controls/fold.css";
import "../controls/sheet.css";

/** Longer names are refused. */
const LONGEST_NAME = 20;

/** What the throw that is shown took. */
export function verdictOf(today: Today): string {
  const shown = today.shown.value;
  if (!shown) return "";
  if (shown.by) return t("daily.tookBy", { name: isolated(shown.by), took: tookText(shown) });
  return shown.practice ? t("daily.practiceTook", tookOf(shown)) : tookText(shown);
}

function tookOf({ dice }: Pick<Shown, "dice">): { count: number; total: number } {
  return { count: countOf(dice, "taken"), total: dice.length };
}

function tookText(thrown: Pick<Shown, "dice">): string {
  return t("daily.took", tookOf(thrown));
}

export function DayResult({ today }: { today: Today }) {
  const { counted, date } = today;
  const day = today.day.value;
  const shown = today.shown.value;
  if (!day || !shown) return null;
  return (
    <section class="sheet day-result" aria-labelledby="day-verdict">
      <h1 id="day-verdict" class="screen-title">
        {verdictOf(today)}
      </h1>
      {shown.check && (
        <p class="hint" role="status">
          {t(`daily.check.${shown.check}`)}
        </p>
      )}
      <Squares shown={shown} thrown={day.dice} />
      {shown.practice && counted && (
        <p class="hint">{t("daily.counted", { took: tookText(counted) })}</p>
      )}
      {counted && <EarnedNow done={[{ deed: { days: daysUpTo(days.value, date) } }]} />}
      {counted && <Ways today={today} counted={counted} day={day} />}
      <DayBests today={today} />
      <Week date={date} />
      <details class="fold">
        <summary>{t("daily.proves")}</summary>
        <p class="hint">{t("daily.provesWhat")}</p>
      </details>
      {!day.common && <p class="hint">{t("daily.ownDice")}</p>}
    </section>
  );
}

function Squares({ shown: { dice }, thrown }: { shown: Shown; thrown: number }) {
  const lying = dice.length - thrown;
  return (
    <div>
      <p class="day-squares" aria-hidden="true">
        {dice.map((fate, i) => (
          <span
            key={i}
            class={i === lying ? "day-square first" : "day-square"}
            style={{ background: COLOURS[fate] }}
          />
        ))}
      </p>
      <ul class="day-fates">
        {FATES.filter((fate) => countOf(dice, fate) > 0).map((fate) => (
          <li key={fate}>
            <span class="day-square" style={{ background: COLOURS[fate] }} aria-hidden="true" />
            {t(`daily.fate.${fate}`, { count: countOf(dice, fate) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Ways({ today, counted, day }: { today: Today; counted: DayThrow; day: Daily }) {
  const session = useSession();
  const { origin, opensFor } = useInvitation();
  const share = useRef<HTMLButtonElement>(null);
  useEffect(() => share.current?.focus({ preventScroll: true }), []);
  const link = opensFor === "here" ? [] : [linkTo({ at: "today" }, origin)];
  const title = `${t("app.title")} · ${t("daily.title")} · ${counted.date}`;
  const edition = editionName(counted.edition);
  const picture = usePicture({
    title,
    edition,
    took: tookText(counted),
    dice: counted.dice,
    thrown: day.dice,
  });
  const text = [
    title,
    `${edition} · ${tookText(counted)}`,
    squaresOf(counted.dice, day.dice),
    ...link,
  ].join("\n");
  return (
    <div class="row">
      <button
        type="button"
        class="primary"
        ref={share}
        onClick={() => void shareText(session, text, t("daily.share"), picture)}
      >
        <Icon name="link" />
        {t("daily.share")}
      </button>
      <Button text={t("daily.practise")} onClick={() => today.practise()} />
      <Button text={t("daily.again")} onClick={() => void today.seeAgain()} />
    </div>
  );
}

/** Drawn before anybody asks for it: a browser shares only right after a tap. */
function usePicture(picture: DayPicture): File | null {
  const [drawn, setDrawn] = useState<File | null>(null);
  useEffect(() => void dayPicture(picture).then(setDrawn), [picture.title, picture.took]);
  return drawn;
}

/** The last seven days, today last. */
function Week({ date }: { date: string }) {
  return (
    <section>
      <h2 class="group-title">{t("daily.week")}</h2>
      <ol class="day-week">
        {weekUpTo(date).map((one) => (
          <WeekDay key={one} date={one} isToday={one === date} />
        ))}
      </ol>
    </section>
  );
}

function WeekDay({ date, isToday }: { date: string; isToday: boolean }) {
  const thrown = days.value.find((one) => one.date === date);
  const written = (how: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale(), { ...how, timeZone: "UTC" }).format(Date.parse(date));
  return (
    <li class={thrown ? "thrown" : ""} aria-current={isToday ? "date" : undefined}>
      <span class="unseen">
        {written({ weekday: "long", day: "numeric", month: "long" })}:{" "}
        {thrown ? tookText(thrown) : t("daily.missed")}
      </span>
      <span aria-hidden="true">{written({ weekday: "short" })}</span>
      <strong aria-hidden="true">{thrown ? countOf(thrown.dice, "taken") : "–"}</strong>
    </li>
  );
}

/** The best on this server: each was thrown again there, and is thrown again to be seen. */
function DayBests({ today }: { today: Today }) {
  const session = useSession();
  const [best, setBest] = useState<readonly DayBest[] | null>(null);
  const { date, counted } = today;
  const isOpen = session.line.state.value === "open" && hall.value.kind === "server";
  const ask = async (message: Outgoing) => {
    const answer = await session.ask(message, message.type === "best");
    if (answer?.type === "best") setBest(answer.best);
  };
  useEffect(() => {
    if (isOpen) void ask({ type: "best", date });
  }, [date, isOpen]);
  const isListed = counted && best?.some(({ aim }) => isSame(aim, counted.aim));
  return (
    <section>
      <h2 class="group-title">{t("daily.best")}</h2>
      {best ? <List best={best} today={today} /> : <p class="hint">{t("daily.bestNeeds")}</p>}
      {best && counted && !isListed && <Listing post={(name) => ask(wish(counted, name))} />}
    </section>
  );
}

function wish({ date, aim }: DayThrow, name: string): Outgoing {
  return { type: "post_daily", date, aim, name };
}

function isSame(one: AimFields, other: AimFields): boolean {
  return (Object.keys(one) as (keyof AimFields)[]).every((name) => one[name] === other[name]);
}

function List({ best, today }: { best: readonly DayBest[]; today: Today }) {
  if (!best.length) return <p class="hint">{t("daily.bestNone")}</p>;
  return (
    <>
      <ol class="day-best">
        {best.map((one) => (
          <li key={`${one.aim.x} ${one.aim.y} ${one.name}`}>
            <button type="button" class="quiet-button" onClick={() => void today.seeBest(one)}>
              <span>{isolated(one.name)}</span>
              <strong>{one.count}</strong>
            </button>
          </li>
        ))}
      </ol>
      <p class="hint">{t("daily.bestHow")}</p>
    </>
  );
}

function Listing({ post }: { post: (name: string) => Promise<void> }) {
  const [name, setName] = useState(playerName.value);
  const [sent, setSent] = useState(false);
  const send = async () => {
    playerName.value = name.trim();
    await post(name.trim());
    setSent(true);
  };
  if (sent) return null;
  return (
    <div class="row">
      <input
        type="text"
        aria-label={t("setup.name")}
        placeholder={t("setup.name")}
        maxLength={LONGEST_NAME}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button text={t("daily.bestPost")} disabled={!name.trim()} onClick={() => void send()} />
    </div>
  );
}
