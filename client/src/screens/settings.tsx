/** Language, sound, picture, coach, clock: everything is kept on this device at once. */

import { Choice, Toggle } from "../controls/choices";
import { Panel } from "../controls/panel";
import { hall } from "../hall/hall";
import { isLanguage, type Key, LANGUAGES, language, speak, t } from "../i18n";
import { useSession } from "../session";
import {
  banter,
  CLOCKS,
  clock,
  coach,
  coachAims,
  fastBots,
  haptics,
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
import { canShake, mayShake } from "../table/shake";
import { canNotify, mayNotify } from "../table/yourturn";
import { OwnSeat } from "./seat";

export function SettingsPanel({ onClose }: { onClose: () => void }) {
  return (
    <Panel title={t("settings.title")} onClose={onClose}>
      <LanguageChoice />
      <Switch setting={sound} text="settings.sound" />
      {sound.value && <Switch setting={room} text="settings.room" />}
      {canReadAloud(window) && <Switch setting={voice} text="settings.voice" />}
      {"vibrate" in navigator && <Switch setting={haptics} text="settings.haptics" />}
      {canNotify(window) && (
        <Allowed
          setting={notifies}
          text="settings.notify"
          denied="settings.notifyDenied"
          ask={mayNotify}
        />
      )}
      {canShake() && (
        <Allowed
          setting={shakes}
          text="settings.shake"
          denied="settings.shakeDenied"
          ask={mayShake}
        />
      )}
      <Switch setting={coach} text="settings.coach" />
      <Switch setting={coachAims} text="settings.coachAims" />
      <Choice
        name="speed"
        legend={t("settings.speed")}
        value={speed.value}
        options={SPEEDS.map((value) => ({
          value: value as number,
          label: t(`settings.speed.${value}`),
        }))}
        onChange={(value) => {
          speed.value = value;
        }}
      />
      <Switch setting={fastBots} text="settings.fastBots" />
      <Switch setting={banter} text="settings.banter" />
      <Choice
        name="quality"
        legend={t("settings.quality")}
        value={quality.value}
        options={QUALITIES.map((value) => ({ value, label: t(`settings.quality.${value}`) }))}
        onChange={(value) => {
          quality.value = value;
        }}
      />
      <ClockChoice name="clock-setting" legend="settings.clock" />
      <LineQuality />
      <OwnSeat />
      <p class="hint">{t("settings.about")}</p>
    </Panel>
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

/** A switch that goes on only if the device gives its leave. */
function Allowed(props: {
  readonly setting: Setting<boolean>;
  readonly text: Key;
  readonly denied: Key;
  readonly ask: () => Promise<boolean>;
}) {
  const { setting, text, denied, ask } = props;
  const session = useSession();
  const choose = async (on: boolean) => {
    setting.value = on && (await ask());
    if (on && !setting.value) session.say(t(denied), "error");
  };
  return <Toggle label={t(text)} checked={setting.value} onChange={(on) => void choose(on)} />;
}

/** How long one may think; also asked where a table is made. */
export function ClockChoice({ name, legend }: { name: string; legend: Key }) {
  return (
    <Choice
      name={name}
      legend={t(legend)}
      value={clock.value}
      options={CLOCKS.map((one) => ({ value: one, label: t(`clock.${one}`) }))}
      onChange={(value) => {
        clock.value = value;
      }}
    />
  );
}
