/** The first screen: choose a box, say against how many, play. Everything else is one tap away. */

import { useEffect, useState } from "preact/hooks";
import { BoxPicture } from "../controls/die";
import { Icon, type IconName } from "../controls/icons";
import { Choice } from "../controls/panel";
import { t } from "../i18n";
import type { SeatWish } from "../protocol";
import { go, type Route } from "../route";
import { clock, keptTable, lastEdition, lastLevel, lastOpponents, playerName } from "../settings";
import { editionName, type Family, familyOf, levelName } from "../speech/sentences";
import { attendTable, welcome } from "../store";
import { director, insets } from "../table/display";
import { RulesPanel } from "./rules";
import { SettingsPanel } from "./settings";

export const VARIANTS: Readonly<Record<Family, readonly string[]>> = {
  strike: ["strike-2020", "strike-2012"],
  impact: ["impact", "impact-power", "impact-avatar"],
  wizards: ["harry-potter"],
};
const FAMILIES = Object.keys(VARIANTS) as Family[];
const MOST_OPPONENTS = 4;

/** Makes a table for this device and goes there. */
export async function openTable(wish: {
  edition: string;
  seats: SeatWish[];
  tournament?: boolean;
  public?: boolean;
  preset?: string | null;
  elements?: string[] | null;
  options?: Record<string, string | boolean>;
}): Promise<boolean> {
  const answer = await attendTable({ type: "create", clock: clock.value, ...wish });
  if (answer?.type !== "joined") return false;
  go({ at: "table", code: answer.table, token: null });
  return true;
}

export function botLevel(): string | null {
  const levels = welcome.value?.bots ?? [];
  if (levels.includes(lastLevel.value)) return lastLevel.value;
  return levels[Math.min(2, levels.length - 1)] ?? null;
}

/** The first page keeps the box in the free part of the screen. */
export function useShowcase(): void {
  useEffect(() => {
    const place = () => {
      const wide = window.innerWidth > window.innerHeight * 1.05 && window.innerWidth >= 760;
      insets.value = wide
        ? { top: 0, right: 0, bottom: 0, left: Math.min(520, window.innerWidth * 0.42) }
        : { top: 56, right: 0, bottom: Math.round(window.innerHeight * 0.56), left: 0 };
    };
    place();
    window.addEventListener("resize", place);
    return () => window.removeEventListener("resize", place);
  }, []);
  useEffect(() => {
    director.value?.arena.showcase(true);
    return () => director.value?.arena.showcase(false);
  }, [director.value]);
}

export function EditionCards({
  edition,
  onChoose,
}: {
  edition: string;
  onChoose: (edition: string) => void;
}) {
  const family = familyOf(edition);
  return (
    <>
      <fieldset class="cards">
        <legend class="unseen">{t("home.choose")}</legend>
        {FAMILIES.map((name) => (
          <label key={name} class={name === family ? `card ${name} chosen` : `card ${name}`}>
            <input
              type="radio"
              name="family"
              checked={name === family}
              onChange={() => onChoose(VARIANTS[name][0] ?? "strike-2020")}
            />
            <BoxPicture family={name} />
            <span class="card-name">{t(`family.${name}`)}</span>
          </label>
        ))}
      </fieldset>
      {VARIANTS[family].length > 1 && (
        <Choice
          name="variant"
          legend={t("home.variant")}
          hidden
          value={edition}
          options={VARIANTS[family].map((id) => ({ value: id, label: shortName(id) }))}
          onChange={onChoose}
        />
      )}
      <p class="hint">{t(`edition.hint.${edition}` as "edition.hint.impact")}</p>
    </>
  );
}

function shortName(edition: string): string {
  const year: Record<string, string> = { "strike-2020": "2020", "strike-2012": "2012" };
  if (year[edition]) return `${t("family.strike")} ${year[edition]}`;
  if (edition === "impact") return t("family.impact");
  return editionName(edition);
}

/** The chosen edition, remembered, with the box behind dressed to match. */
export function useEdition(): [string, (edition: string) => void] {
  const known = Object.values(VARIANTS).flat().includes(lastEdition.value);
  const edition = known ? lastEdition.value : "strike-2020";
  useEffect(() => {
    document.documentElement.dataset.family = familyOf(edition);
    director.value?.arena.dress(familyOf(edition));
  }, [edition, director.value]);
  return [
    edition,
    (next) => {
      lastEdition.value = next;
    },
  ];
}

function Stepper({ count, onChange }: { count: number; onChange: (count: number) => void }) {
  return (
    <div class="stepper">
      <button
        type="button"
        aria-label={t("home.fewer")}
        disabled={count <= 1}
        onClick={() => onChange(count - 1)}
      >
        <span aria-hidden="true">{"−"}</span>
      </button>
      <output aria-live="polite">{t("home.opponentsCount", { count })}</output>
      <button
        type="button"
        aria-label={t("home.more")}
        disabled={count >= MOST_OPPONENTS}
        onClick={() => onChange(count + 1)}
      >
        <span aria-hidden="true">{"+"}</span>
      </button>
    </div>
  );
}

function Way({ icon, label, to }: { icon: IconName; label: string; to: Route }) {
  return (
    <button type="button" class="way" onClick={() => go(to)}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

export function Home() {
  useShowcase();
  const [edition, choose] = useEdition();
  const [panel, setPanel] = useState<"rules" | "settings" | null>(null);
  const [opening, setOpening] = useState(false);
  const levels = welcome.value?.bots ?? [];
  const opponents = Math.min(MOST_OPPONENTS, Math.max(1, lastOpponents.value));
  const level = botLevel();
  const play = async () => {
    setOpening(true);
    const seats: SeatWish[] = [
      { kind: "person", name: playerName.value.trim() || t("setup.player", { number: 1 }) },
      ...Array.from({ length: opponents }, (): SeatWish => ({ kind: "bot", level })),
    ];
    await openTable({ edition, seats });
    setOpening(false);
  };
  return (
    <main class="home">
      <header class="home-head">
        <div>
          <h1 class="wordmark">{t("app.title")}</h1>
          <p class="claim">{t("app.claim")}</p>
        </div>
        <nav class="corner" aria-label={t("hud.menu")}>
          <button type="button" class="quiet-button" onClick={() => setPanel("rules")}>
            <Icon name="rules" />
            <span>{t("home.rules")}</span>
          </button>
          <button type="button" class="quiet-button" onClick={() => setPanel("settings")}>
            <Icon name="settings" />
            <span>{t("home.settings")}</span>
          </button>
        </nav>
      </header>
      <section class="home-play">
        <EditionCards edition={edition} onChoose={choose} />
        <div class="home-row">
          <Stepper
            count={opponents}
            onChange={(next) => {
              lastOpponents.value = next;
            }}
          />
          {levels.length > 1 && (
            <label class="field compact">
              <span class="unseen">{t("home.level")}</span>
              <select
                value={level ?? ""}
                onChange={(event) => {
                  lastLevel.value = event.currentTarget.value;
                }}
              >
                {levels.map((name) => (
                  <option key={name} value={name}>
                    {levelName(name)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
        <button
          type="button"
          class="primary big"
          disabled={!welcome.value || opening}
          onClick={() => void play()}
        >
          {t("home.go")}
        </button>
        {keptTable.value && (
          <button
            type="button"
            class="secondary"
            onClick={() => go({ at: "table", code: keptTable.value?.table ?? "", token: null })}
          >
            {t("home.continue")}
          </button>
        )}
        <nav class="ways" aria-label={t("home.ways")}>
          <Way icon="friends" label={t("home.friends")} to={{ at: "hotseat" }} />
          <Way icon="link" label={t("home.invite")} to={{ at: "invite" }} />
          <Way icon="eye" label={t("home.join")} to={{ at: "join" }} />
          <Way icon="cup" label={t("home.tournament")} to={{ at: "tournament" }} />
          <Way icon="whistle" label={t("home.referee")} to={{ at: "referee" }} />
        </nav>
      </section>
      {panel === "rules" && (
        <RulesPanel
          table={{ edition, options: {}, elements: null }}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === "settings" && <SettingsPanel onClose={() => setPanel(null)} />}
    </main>
  );
}
