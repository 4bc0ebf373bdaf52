/** The day's best on this server: each was thrown again there, and is thrown again to be seen. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { hall } from "../hall/hall";
import { t } from "../i18n";
import type { DayThrow } from "../memory/days";
import type { Outgoing } from "../net/connection";
import type { Aim, DayBest } from "../protocol";
import { useSession } from "../session";
import { playerName } from "../settings";
import { isolated } from "../speech/sentences";
import type { Today } from "./daythrow";

/** Longer names are refused. */
const LONGEST_NAME = 20;

export function DayBests({ today }: { today: Today }) {
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

function isSame(one: Aim, other: Aim): boolean {
  return (Object.keys(one) as (keyof Aim)[]).every((name) => one[name] === other[name]);
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
