/** The first game on the screen: the table as always, and beside it what to do and what happened. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { IconButton } from "../controls/icons";
import { FIRST_EDITION, isEdition } from "../game/editions";
import { capital, type Key, t } from "../i18n";
import { go } from "../route";
import { useSession } from "../session";
import { lastEdition, metLesson, taught } from "../settings";
import { faceName, ruleParams, seatName } from "../speech/sentences";
import { Answers } from "../table/answers/answers";
import { Caption, Spoken } from "../table/caption";
import { PlayFrame } from "../table/frame";
import { type FirstGame, firstGame, Rehearsal } from "./rehearsal";
import "./lesson.css";

/** The first game that runs, with the scene that was reached when all of it had been shown. */
function useFirstGame(edition: string, round: number): { game: FirstGame | null; scene: number } {
  const session = useSession();
  const { settled, table } = session.page;
  const running = useRef<Rehearsal | null>(null);
  const [scene, setScene] = useState(0);
  useEffect(() => {
    let gone = false;
    setScene(0);
    session.rehearseWith((message) => {
      const taken = running.current?.answer(message) ?? false;
      if (!taken) session.say(t("lesson.notThat"));
      return taken;
    });
    void firstGame(isEdition(edition) ? edition : FIRST_EDITION).then((game) => {
      if (gone) return;
      running.current = new Rehearsal(game, {
        show: (message) => session.rehearse(message),
        frame: (number, bytes) => session.rehearseFrame(number, bytes),
      });
      setScene(0);
    });
    return () => {
      gone = true;
      running.current = null;
      session.rehearseWith(null);
    };
  }, [edition, round]);
  useEffect(() => {
    const now = running.current;
    if (settled.value && now)
      setScene(now.scene ? now.game.scenes.indexOf(now.scene) : now.game.scenes.length);
  }, [settled.value, table.value]);
  return { game: running.current?.game ?? null, scene };
}

/** Whether a die was thrown. */
function useBegun(): boolean {
  const { table } = useSession().page;
  const { log, pending } = table.value;
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (log.length || pending) setBegun(true);
  }, [log.length, pending]);
  return begun;
}

/** `start` is what stands there until the first die is thrown. */
export function LessonView({
  start = null,
  onLeave = leave,
}: {
  start?: ComponentChildren;
  onLeave?: () => void;
}) {
  const [round, setRound] = useState(0);
  const begun = useBegun() || start === null;
  const edition = lastEdition.value;
  const { game, scene } = useFirstGame(edition, round);
  useEffect(() => {
    if (begun) metLesson.value = true;
  }, [begun]);
  if (!begun) return <>{start}</>;
  const over = game !== null && scene >= game.scenes.length;
  return (
    <PlayFrame
      edition={edition}
      tags
      bar={
        <header class="top-bar">
          <IconButton icon="back" label={t("setup.back")} onClick={onLeave} />
        </header>
      }
      over={
        <>
          <section class="lesson first-game" aria-live="polite">
            <h1 class="lesson-title">{t("lesson.title")}</h1>
            {game && <Told game={game} scene={scene} />}
            {over && <Ending onLeave={onLeave} onRepeat={() => setRound(round + 1)} />}
          </section>
          <Spoken />
        </>
      }
    >
      <Caption />
      {!over && <Asked />}
    </PlayFrame>
  );
}

function leave(): void {
  taught.value = true;
  go({ at: "home" });
}

/** What just happened in a sentence, and what to do now. */
function Told({ game, scene }: { game: FirstGame; scene: number }) {
  const { table } = useSession().page;
  const edition = game.edition;
  const other = table.value.seats[1];
  const params = {
    ...ruleParams(edition),
    Null: capital(faceName("X", edition)),
    name: other ? seatName(other) : "",
  };
  const total = game.scenes.length;
  return (
    <div>
      <p>{t(toldKey(game, scene), params)}</p>
      {scene === 0 && <p class="lesson-small">{t("lesson.arranged")}</p>}
      {scene < total && <p class="unseen">{t("lesson.step", { number: scene + 1, total })}</p>}
      <progress class="lesson-progress" value={scene} max={total} aria-hidden="true" />
    </div>
  );
}

function toldKey({ edition, scenes }: FirstGame, scene: number): Key {
  const name = scenes[scene]?.name;
  if (!name) return edition === "harry-potter" ? "lesson.end.spells" : "lesson.end";
  return name === "win" && edition === "impact-power" ? "lesson.win.power" : `lesson.${name}`;
}

function Asked() {
  const { acting, table } = useSession().page;
  const { game, info } = table.value;
  const seat = acting.value;
  if (!game || !info || seat === null) return null;
  return (
    <div class="actions">
      <Answers game={game} seat={seat} edition={info.edition} />
    </div>
  );
}

function Ending({ onLeave, onRepeat }: { onLeave: () => void; onRepeat: () => void }) {
  return (
    <div class="row">
      <Button class="primary" text={t("lesson.done")} onClick={onLeave} />
      <Button text={t("lesson.repeat")} onClick={onRepeat} />
    </div>
  );
}
