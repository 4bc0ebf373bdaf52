/** A guest who sits down: the name, remembered on this device, and the seat. */

import { t } from "../i18n";
import type { ServerMessage } from "../protocol";
import type { Session } from "../session";
import { playerName } from "../settings";

export function NameField() {
  return (
    <label class="field">
      <span>{t("setup.name")}</span>
      <input
        type="text"
        maxLength={20}
        autocomplete="off"
        value={playerName.value}
        onInput={(event) => {
          playerName.value = event.currentTarget.value;
        }}
      />
    </label>
  );
}

/** Takes a free seat; who gave no name is called by the number of the player. */
export function sitDown(
  session: Session,
  table: string,
  number: number,
): Promise<ServerMessage | null> {
  const name = playerName.value.trim() || t("setup.player", { number });
  return session.attendTable({ type: "join", table, name });
}
