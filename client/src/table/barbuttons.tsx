/** The buttons that every bar above a table has: the way out, and the sound. */

import { IconButton } from "../controls/icons";
import { t } from "../i18n";
import { go } from "../route";
import { sound } from "../settings";
import { leaveTable } from "../store";

export function LeaveButton() {
  return (
    <IconButton
      icon="back"
      label={t("hud.leave")}
      onClick={() => {
        leaveTable();
        go({ at: "home" });
      }}
    />
  );
}

export function SoundButton() {
  return (
    <IconButton
      icon={sound.value ? "sound" : "mute"}
      label={t(sound.value ? "hud.mute" : "hud.sound")}
      onClick={() => {
        sound.value = !sound.value;
      }}
    />
  );
}
