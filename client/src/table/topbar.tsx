/** The bar above: the way out, how the game stands in signs, and the panels. */

import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Button } from "../controls/button";
import { IconButton } from "../controls/icons";
import { Panel } from "../controls/panel";
import { SealButton } from "../controls/seal";
import { listed, t } from "../i18n";
import { go } from "../route";
import { type Session, useSession } from "../session";
import { sound } from "../settings";
import { effectName } from "../speech/sentences";
import { isTouched } from "../style/screen";
import { SideButton } from "./explained";
import { ReactionButton } from "./reactions";
import "./topbar.css";

/** Of the menu: what is wanted once an evening. */
const PANELS = ["history", "rules", "settings", "keys"] as const;
export type TablePanel = (typeof PANELS)[number] | "seal";
/** What is open over the table. */
export const openPanel = signal<TablePanel | null>(null);

const NAMES = {
  history: "hud.history",
  rules: "hud.rules",
  settings: "hud.settings",
  keys: "keys.title",
} as const;

export function TopBar() {
  const session = useSession();
  const { info, game } = session.page.table.value;
  const direction = game?.direction ?? 1;
  return (
    <header class="top-bar">
      <LeaveButton />
      <div class="top-facts">
        {game && (
          <span class="fact" title={t(direction > 0 ? "hud.direction.1" : "hud.direction.-1")}>
            <span class="unseen">{t(direction > 0 ? "hud.direction.1" : "hud.direction.-1")}</span>
          </span>
        )}
        {game && game.elements.length > 0 && (
          <Awake elements={game.elements} edition={info?.edition ?? ""} />
        )}
        {info && info.watchers > 0 && (
          <span class="fact">{t("count.watchers", { count: info.watchers })}</span>
        )}
      </div>
      <SealButton seal={session.judge.seal} onClick={() => choose("seal")} />
      <ReactionButton />
      <Menu />
    </header>
  );
}

function choose(panel: TablePanel): void {
  openPanel.value = panel;
}

function Menu() {
  const list = useRef<HTMLDivElement>(null);
  const close = () => list.current?.hidePopover?.();
  return (
    <>
      <IconButton icon="more" label={t("hud.menu")} popovertarget="table-menu" />
      <div ref={list} id="table-menu" class="menu" popover="auto">
        {PANELS.filter((panel) => panel !== "keys" || !isTouched()).map((panel) => (
          <Button
            key={panel}
            class="quiet-button"
            text={t(NAMES[panel])}
            onClick={() => {
              close();
              choose(panel);
            }}
          />
        ))}
        <Button
          class="quiet-button"
          icon={sound.value ? "sound" : "mute"}
          text={t(sound.value ? "hud.mute" : "hud.sound")}
          onClick={() => {
            sound.value = !sound.value;
          }}
        />
      </div>
    </>
  );
}

/** What every key of the table does. */
export function KeysPanel({ onClose }: { onClose: () => void }) {
  const keys: readonly (readonly [string, string])[] = [
    ["← ↑ → ↓", t("keys.aim")],
    [", .", t("keys.side")],
    [t("keys.space"), t("act.throw")],
    ["E", t("act.end")],
    ["S", t("hud.skip")],
    ["N", t("act.push")],
    ["I", t("keys.explain")],
    ["[ ]", t("hud.turn.short")],
    ["+ − 0", t("hud.view")],
    ["?", t("keys.title")],
  ];
  return (
    <Panel title={t("keys.title")} onClose={onClose}>
      <dl class="stack keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** The elements that are awake, as signs; where there is room also in words. */
function Awake({ elements, edition }: { elements: readonly string[]; edition: string }) {
  const named = t("hud.elements", { elements: listed(elements.map(effectName)) });
  return (
    <span class="fact awake" title={named}>
      {elements.map((element) => (
        <SideButton key={element} face={element} edition={edition} />
      ))}
      <span class="awake-words">{named}</span>
    </span>
  );
}

export function leave(session: Session): void {
  session.leaveTable();
  go({ at: "home" });
}

export function LeaveButton() {
  const session = useSession();
  return (
    <IconButton
      icon="back"
      label={t("hud.leave")}
      name={t("hud.leave.short")}
      onClick={() => leave(session)}
    />
  );
}

export function SoundButton() {
  return (
    <IconButton
      icon={sound.value ? "sound" : "mute"}
      label={t(sound.value ? "hud.mute" : "hud.sound")}
      name={t("hud.sound.short")}
      onClick={() => {
        sound.value = !sound.value;
      }}
    />
  );
}
