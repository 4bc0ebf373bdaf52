/** Doors: where people play together, and what else there is. */

import { useState } from "preact/hooks";
import { Icon, type IconName } from "../controls/icons";
import { byBooklet } from "../game/houserules";
import { language, t } from "../i18n";
import { LessonButton } from "../lesson/offer";
import { go, type Route } from "../route";
import { metLesson } from "../settings";
import { Frame } from "./frame";
import { OfflineOffer } from "./offline";
import { RulesPanel } from "./rules";
import { SettingsPanel } from "./settings";
import { useEdition } from "./showcase";
import "./ways.css";

interface Door {
  readonly icon: IconName;
  readonly label: string;
  readonly hint?: string;
}

export function Way({ to, ...door }: Door & { to: Route }) {
  return <Act {...door} onClick={() => go(to)} />;
}

function Act({ icon, label, hint, onClick }: Door & { onClick: () => void }) {
  return (
    <button type="button" class="way" onClick={onClick}>
      <Icon name={icon} />
      <span>
        {label}
        {hint && <small class="hint">{hint}</small>}
      </span>
    </button>
  );
}

export function ThrowOfTheDay() {
  return <Way icon="today" label={t("daily.title")} to={{ at: "today" }} />;
}

/** Several people: at this device, at their own, and those whom one does not know yet. */
export function Friends() {
  useEdition();
  return (
    <Frame title={t("home.together")}>
      <nav class="ways told" aria-label={t("home.together")}>
        <Way
          icon="friends"
          label={t("home.friends")}
          hint={t("home.friendsHow")}
          to={{ at: "hotseat" }}
        />
        <Way
          icon="link"
          label={t("home.invite")}
          hint={t("home.inviteHow")}
          to={{ at: "invite" }}
        />
        <Way icon="eye" label={t("home.join")} hint={t("home.joinHow")} to={{ at: "join" }} />
        <Way icon="skip" label={t("quick.title")} hint={t("home.quickHow")} to={{ at: "quick" }} />
      </nav>
    </Frame>
  );
}

type MorePanel = "rules" | "settings" | null;

export function More() {
  const [edition] = useEdition();
  const [panel, setPanel] = useState<MorePanel>(null);
  const { preset } = byBooklet(edition, language.value);
  return (
    <Frame title={t("home.else")}>
      <nav class="ways told" aria-label={t("home.else")}>
        <Act icon="rules" label={t("home.rules")} onClick={() => setPanel("rules")} />
        <Act icon="settings" label={t("home.settings")} onClick={() => setPanel("settings")} />
        {!metLesson.value && <ThrowOfTheDay />}
        <Way icon="step" label={t("ladder.title")} to={{ at: "ladder" }} />
        <Way icon="cup" label={t("home.tournament")} to={{ at: "tournament" }} />
        <Way icon="history" label={t("home.memory")} to={{ at: "memory" }} />
      </nav>
      <LessonButton edition={edition} />
      <OfflineOffer />
      {panel === "rules" && (
        <RulesPanel
          table={{ edition, preset, options: {}, elements: null }}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === "settings" && <SettingsPanel onClose={() => setPanel(null)} />}
    </Frame>
  );
}
