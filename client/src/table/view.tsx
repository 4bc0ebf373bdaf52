/** How the arena is looked at: from where and how near, how quickly, and the first throw's lesson. */

import { useEffect } from "preact/hooks";
import type { Insets } from "../arena/stage";
import { Button } from "../controls/button";
import { Icon, IconButton } from "../controls/icons";
import { t } from "../i18n";
import { useSession } from "../session";
import { taught } from "../settings";
import { arenaParams } from "../speech/sentences";
import { director, impatient, insets, shout } from "./display";
import { canJump, jumping } from "./hurrying";
import "./view.css";

/** The frame of the arena, which shows that the keys act on it. */
export function ArenaFrame({ edition }: { edition: string }) {
  const mine = useSession().page.acting.value !== null;
  useEffect(() => {
    const focused = document.activeElement;
    if (mine && (focused === document.body || focused === null))
      document.getElementById("arena-focus")?.focus();
  }, [mine]);
  return (
    <div
      id="arena-focus"
      class="arena-focus"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arena itself is what the keys act on
      tabIndex={0}
      style={around(insets.value)}
      role="application"
      aria-label={t("hud.arena", arenaParams(edition))}
    />
  );
}

function around({ top, right, bottom }: Insets): { inset: string } {
  const beside = right > 0 ? "8px" : "max(8px, 50% - 52vh)";
  return { inset: `${top}px calc(${right}px + ${beside}) ${bottom}px ${beside}` };
}

export function Skipping() {
  const { page } = useSession();
  const outOfGame = canJump(page);
  if (page.settled.value && !outOfGame) return null;
  return <div class="hurry">{outOfGame ? <Jump /> : <Hurry />}</div>;
}

/** For those who are out. */
function Jump() {
  const jump = () => {
    jumping.value = true;
    director.value?.skip();
  };
  return <Button class="quiet-button" icon="skip" text={t("hud.toResult")} onClick={jump} />;
}

function Hurry() {
  const isFaster = impatient.value > 1;
  return (
    <>
      <Button
        class="quiet-button"
        text={t(isFaster ? "hud.normal" : "hud.faster")}
        aria-pressed={isFaster}
        onClick={() => {
          impatient.value = isFaster ? 1 : 3;
        }}
      />
      <Button
        class="quiet-button"
        icon="skip"
        text={t("hud.skip")}
        shortcut="S"
        onClick={() => director.value?.skip()}
      />
    </>
  );
}

/** Turning and zooming on a desk, for those who neither drag nor use keys. */
export function ViewButtons() {
  const arena = director.value?.arena;
  if (!arena) return null;
  return (
    <fieldset class="view-buttons">
      <legend class="unseen">{t("hud.view")}</legend>
      <IconButton
        icon="turnLeft"
        label={t("hud.turnLeft")}
        name={t("hud.turn.short")}
        onClick={() => arena.turn(0.35)}
      />
      <IconButton
        icon="turnRight"
        label={t("hud.turnRight")}
        name={t("hud.turn.short")}
        onClick={() => arena.turn(-0.35)}
      />
      <IconButton icon="nearer" label={t("hud.nearer")} onClick={() => arena.zoom(0.85)} />
      <IconButton icon="farther" label={t("hud.farther")} onClick={() => arena.zoom(1.18)} />
    </fieldset>
  );
}

export function Lesson({ edition }: { edition: string }) {
  const { acting, table } = useSession().page;
  const over = table.value.game?.awaited.kind === "over";
  if (taught.value || acting.value === null || over) return null;
  return (
    <div class="lesson" role="note">
      <Icon name="hand" size={32} />
      <div>
        <p>{t("learn.flick", arenaParams(edition))}</p>
        <p class="hint">{t("learn.key")}</p>
      </div>
      <Button
        text={t("learn.ok")}
        onClick={() => {
          taught.value = true;
        }}
      />
    </div>
  );
}

/** What is called out over the table; only to look at: the spoken line says it, too. */
export function Shout() {
  const called = shout.value;
  return (
    called && (
      <p class="shout" aria-hidden="true" style={{ "--seat": called.colour }}>
        {called.text}
      </p>
    )
  );
}
