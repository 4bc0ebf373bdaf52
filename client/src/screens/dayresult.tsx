/** What came of the throw of the day: squares to send, the best of the day, and what all this proves. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Icon } from "../controls/icons";
import { shareText } from "../controls/share";
import { hall } from "../hall/hall";
import { t } from "../i18n";
import { countOf, type DayThrow, daysUpTo, FATES, squaresOf } from "../memory/days";
import { days } from "../memory/shelf";
import type { Outgoing } from "../net/connection";
import type { AimFields, Daily, DayBest } from "../protocol";
import { linkTo } from "../route";
import { useSession } from "../session";
import { playerName } from "../settings";
import { editionName, isolated } from "../speech/sentences";
import type { Shown, Today } from "./daythrow";
import { useInvitation } from "./invitation";
import { COLOURS, drawn } from "./pictures";
import { EarnedNow } from "./rewards";
import "../controls/parts.css";
import "./podium.css";

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

export function tookText(thrown: Pick<Shown, "dice">): string {
  return t("daily.took", tookOf(thrown));
}

/** Below the dice, which stay in sight. */
export function DayResult({ today }: { today: Today }) {
  const { counted, date } = today;
  const day = today.day.value;
  const shown = today.shown.value;
  if (!day || !shown) return null;
  return (
    <section class="stack middle day-result" aria-labelledby="day-verdict">
      <h2 id="day-verdict" class="screen-title">
        {verdictOf(today)}
      </h2>
      {shown.check && (
        <p class="hint" role="status">
          {t(`daily.check.${shown.check}`)}
        </p>
      )}
      <Squares shown={shown} thrown={day.dice} />
      {shown.practice && counted && !counted.late && (
        <p class="hint">{t("daily.counted", { took: tookText(counted) })}</p>
      )}
      {counted && !counted.late && (
        <EarnedNow done={[{ deed: { days: daysUpTo(days.value, date) } }]} />
      )}
      {counted && <Ways today={today} counted={counted} day={day} />}
      <details
        class="fold"
        open={today.tellsMore.value}
        onToggle={(event) => {
          today.tellsMore.value = event.currentTarget.open;
        }}
      >
        <summary>{t("daily.more")}</summary>
        <Fates shown={shown} />
        <DayBests today={today} />
        {counted && <Button text={t("daily.again")} onClick={() => void today.seeAgain()} />}
        <p class="hint">{t("daily.provesWhat")}</p>
        {!day.common && <p class="hint">{t("daily.ownDice")}</p>}
      </details>
    </section>
  );
}

function Squares({ shown: { dice }, thrown }: { shown: Shown; thrown: number }) {
  const lying = dice.length - thrown;
  return (
    <p class="day-squares" aria-hidden="true">
      {dice.map((fate, i) => (
        <span
          key={i}
          class={i === lying ? "day-square first" : "day-square"}
          style={{ background: COLOURS[fate] }}
        />
      ))}
    </p>
  );
}

/** What the colours of the squares mean. */
function Fates({ shown: { dice } }: { shown: Shown }) {
  return (
    <ul class="day-fates">
      {FATES.filter((fate) => countOf(dice, fate) > 0).map((fate) => (
        <li key={fate}>
          <span class="day-square" style={{ background: COLOURS[fate] }} aria-hidden="true" />
          {t(`daily.fate.${fate}`, { count: countOf(dice, fate) })}
        </li>
      ))}
    </ul>
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
  const picture = usePicture([title, edition, tookText(counted)], counted, day.dice);
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
        onClick={() => void shareText(session, text, t("daily.share"), picture ? [picture] : [])}
      >
        <Icon name="link" />
        {t("daily.share")}
      </button>
      <Button text={t("daily.practise")} onClick={() => today.practise()} />
    </div>
  );
}

/** Drawn before anybody asks for it: a browser shares only right after a tap. */
function usePicture(
  [title, edition, took]: readonly [string, string, string],
  { dice }: DayThrow,
  thrown: number,
): File | null {
  const [picture, setPicture] = useState<File | null>(null);
  useEffect(() => {
    const lines = [[title, 44] as const, [edition, 44] as const, [took, 84] as const];
    void drawn(lines, dice, thrown).then(setPicture);
  }, [title, took]);
  return picture;
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
      {best && counted && !counted.late && !isListed && (
        <Listing post={(name) => ask(wish(counted, name))} />
      )}
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
