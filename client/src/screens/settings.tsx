/** What suits whoever holds this device: everything is kept on it at once. */

import { Choice, Toggle } from "../controls/choices";
import { Panel } from "../controls/panel";
import { hall } from "../hall/hall";
import { isLanguage, type Key, LANGUAGES, language, speak, t } from "../i18n";
import { useSession } from "../session";
import {
  coach,
  coachAims,
  haptics,
  keyHints,
  languageChoice,
  notifies,
  QUALITIES,
  quality,
  room,
  type Setting,
  SPEEDS,
  shakes,
  sound,
  speed,
  voice,
} from "../settings";
import { canReadAloud } from "../speech/voice";
import { isTouched } from "../style/screen";
import { canShake, mayShake } from "../table/shake";
import { canNotify, mayNotify } from "../table/yourturn";
import { OwnSeat } from "./seat";

/** Nine controls in three groups: those a device cannot follow are not there. */
export function SettingsPanel({ onClose }: { onClose: () => void }) {
  return (
    <Panel title={t("settings.title")} onClose={onClose}>
      <section class="settings-group">
        <LanguageChoice />
        <Levels
          name="sound"
          legend="settings.sound"
          switches={[sound, room]}
          labels={["settings.sound.dice", "settings.sound.room"]}
        />
        <Chosen
          name="speed"
          legend="settings.speed"
          setting={speed}
          options={SPEEDS.map((value) => [value, `settings.speed.${value}`])}
        />
      </section>
      <section class="settings-group">
        <Levels
          name="coach"
          legend="settings.coach"
          switches={[coach, coachAims]}
          labels={["settings.coach.words", "settings.coach.aims"]}
        />
        {canReadAloud(window) && <Switch setting={voice} text="settings.voice" />}
        {!isTouched() && <Switch setting={keyHints} text="keys.hints" />}
      </section>
      <section class="settings-group">
        <Chosen
          name="quality"
          legend="settings.quality"
          setting={quality}
          options={QUALITIES.map((value) => [value, `settings.quality.${value}`])}
        />
        {"vibrate" in navigator && (
          <Levels
            name="haptics"
            legend="settings.haptics"
            switches={canShake() ? [haptics, shakes] : [haptics]}
            labels={["settings.haptics", "settings.shake"]}
            ask={mayShake}
          />
        )}
        {canNotify(window) && <Notifying />}
      </section>
      <LineQuality />
      <OwnSeat />
      <p class="hint">{t("settings.about")}</p>
    </Panel>
  );
}

/** One of several values. */
function Chosen<T extends string | number>({
  name,
  legend,
  setting,
  options,
}: {
  name: string;
  legend: Key;
  setting: Setting<T>;
  options: readonly (readonly [T, Key])[];
}) {
  return (
    <Choice
      name={name}
      legend={t(legend)}
      value={setting.value}
      options={options.map(([value, label]) => ({ value, label: t(label) }))}
      onChange={(value) => {
        setting.value = value;
      }}
    />
  );
}

/** Nothing, one thing, or another with it; `ask`: whether the device gives its leave for that. */
function Levels({
  name,
  legend,
  switches,
  labels,
  ask,
}: {
  name: string;
  legend: Key;
  switches: readonly Setting<boolean>[];
  labels: readonly Key[];
  ask?: () => Promise<boolean>;
}) {
  const session = useSession();
  const off = switches.findIndex((one) => !one.value);
  const level = off < 0 ? switches.length : off;
  const choose = async (wished: number) => {
    const isLast = wished > 1;
    const may = !isLast || !ask || (await ask());
    if (!may) session.say(t("settings.shakeDenied"), "error");
    switches.forEach((one, i) => {
      one.value = i < wished && (i === 0 || may);
    });
  };
  return (
    <Choice
      name={name}
      legend={t(legend)}
      value={level}
      options={[t("settings.off"), ...labels.slice(0, switches.length).map((one) => t(one))].map(
        (label, value) => ({ value, label }),
      )}
      onChange={(wished) => void choose(wished)}
    />
  );
}

/** How long the server takes to answer. */
function LineQuality() {
  const trip = useSession().line.trip.value;
  if (trip === null || hall.value.kind !== "server") return null;
  return <p class="hint">{t("settings.line", { ms: Math.round(trip) })}</p>;
}

function LanguageChoice() {
  const choose = (name: string) => {
    if (!isLanguage(name)) return;
    languageChoice.value = name;
    void speak(name);
  };
  return (
    <label class="field">
      <span>{t("settings.language")}</span>
      <select value={language.value} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Switch({ setting, text }: { setting: Setting<boolean>; text: Key }) {
  return (
    <Toggle
      label={t(text)}
      checked={setting.value}
      onChange={(on) => {
        setting.value = on;
      }}
    />
  );
}

/** Goes on only if the browser gives its leave. */
function Notifying() {
  const session = useSession();
  const choose = async (on: boolean) => {
    notifies.value = on && (await mayNotify());
    if (on && !notifies.value) session.say(t("settings.notifyDenied"), "error");
  };
  return (
    <Toggle
      label={t("settings.notify")}
      checked={notifies.value}
      onChange={(on) => void choose(on)}
    />
  );
}
