/** Who plays for the computer, to be chosen; nothing where there is no choice. */

import { t } from "../i18n";
import { useSession } from "../session";
import { levelName } from "../speech/sentences";
import { Portrait } from "./portrait";

export function LevelSelect({
  level,
  onChange,
}: {
  level: string | null;
  onChange: (level: string) => void;
}) {
  const levels = useSession().page.welcome.value?.bots ?? [];
  if (levels.length < 2) return null;
  return (
    <label class="field compact">
      <span class="unseen">{t("home.level")}</span>
      <Portrait level={level} />
      <select value={level ?? ""} onChange={(event) => onChange(event.currentTarget.value)}>
        {levels.map((name) => (
          <option key={name} value={name}>
            {levelName(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
