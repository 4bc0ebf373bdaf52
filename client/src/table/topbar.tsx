/** The bar above: the way out, how the game stands in signs, and the panels. */

import { IconButton } from "../controls/icons";
import { SealButton } from "../controls/seal";
import { listed, t } from "../i18n";
import { go } from "../route";
import { type Session, useSession } from "../session";
import { sound } from "../settings";
import { effectName } from "../speech/sentences";
import { SideButton } from "./explained";
import { ReactionButton } from "./reactions";
import "./topbar.css";

export type TablePanel = "rules" | "settings" | "history" | "seal" | null;

export function TopBar({ open }: { open: (panel: TablePanel) => void }) {
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
      <SealButton seal={session.judge.seal} onClick={() => open("seal")} />
      <SoundButton />
      <IconButton icon="history" label={t("hud.history")} onClick={() => open("history")} />
      <ReactionButton />
      <IconButton icon="rules" label={t("hud.rules")} onClick={() => open("rules")} />
      <IconButton icon="settings" label={t("hud.settings")} onClick={() => open("settings")} />
    </header>
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
