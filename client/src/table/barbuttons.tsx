/** The buttons that every bar above a table has: the way out, and the sound. */

import { IconButton } from "../controls/icons";
import { t } from "../i18n";
import { go } from "../route";
import { useSession } from "../session";
import { sound } from "../settings";

export function LeaveButton() {
  const session = useSession();
  return (
    <IconButton
      icon="back"
      label={t("hud.leave")}
      name={t("hud.leave.short")}
      onClick={() => {
        session.leaveTable();
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
      name={t("hud.sound.short")}
      onClick={() => {
        sound.value = !sound.value;
      }}
    />
  );
}
