/** Language, sound, picture, coach, clock: everything is kept on this device at once. */

import { Choice, Panel, Toggle } from "../controls/panel";
import { isLanguage, LANGUAGES, language, speak, t } from "../i18n";
import {
  CLOCKS,
  clock,
  coach,
  haptics,
  languageChoice,
  QUALITIES,
  quality,
  SPEEDS,
  sound,
  speed,
} from "../settings";

export function SettingsPanel({ onClose }: { onClose: () => void }) {
  const choose = (name: string) => {
    if (!isLanguage(name)) return;
    languageChoice.value = name;
    void speak(name);
  };
  return (
    <Panel title={t("settings.title")} onClose={onClose}>
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
      <Toggle
        label={t("settings.sound")}
        checked={sound.value}
        onChange={(on) => {
          sound.value = on;
        }}
      />
      <Toggle
        label={t("settings.haptics")}
        checked={haptics.value}
        onChange={(on) => {
          haptics.value = on;
        }}
      />
      <Toggle
        label={t("settings.coach")}
        checked={coach.value}
        onChange={(on) => {
          coach.value = on;
        }}
      />
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
      <Choice
        name="quality"
        legend={t("settings.quality")}
        value={quality.value}
        options={QUALITIES.map((value) => ({ value, label: t(`settings.quality.${value}`) }))}
        onChange={(value) => {
          quality.value = value;
        }}
      />
      <Choice
        name="clock-setting"
        legend={t("settings.clock")}
        value={clock.value}
        options={CLOCKS.map((value) => ({ value, label: t(`clock.${value}`) }))}
        onChange={(value) => {
          clock.value = value;
        }}
      />
      <p class="hint">{t("settings.about")}</p>
    </Panel>
  );
}
