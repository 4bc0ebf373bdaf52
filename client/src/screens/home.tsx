/** The first screen: choose a box, say against how many, play. Everything else is one tap away. */

import { useState } from "preact/hooks";
import { EditionCards } from "../controls/editions";
import { Icon, type IconName } from "../controls/icons";
import { Stepper } from "../controls/stepper";
import { byBooklet } from "../game/house";
import { hall } from "../hall/hall";
import { language, t } from "../i18n";
import { LessonOffer } from "../lesson/offer";
import type { SeatWish } from "../protocol";
import { go, type Route } from "../route";
import { useSession } from "../session";
import { handTable, lastLevel, lastOpponents, lastTable, playerName } from "../settings";
import { levelName } from "../speech/sentences";
import type { PageState } from "../state";
import { GameHere, OfflineOffer } from "./offline";
import { botLevel, openTable } from "./opening";
import { RulesPanel } from "./rules";
import { SettingsPanel } from "./settings";
import { useEdition, useShowcase } from "./showcase";
import "./frame.css";
import "./home.css";

const MOST_OPPONENTS = 4;

type HomePanel = "rules" | "settings" | null;

export function Home() {
  useShowcase();
  const [edition, choose] = useEdition();
  const [panel, setPanel] = useState<HomePanel>(null);
  return (
    <main class="home">
      <Head open={setPanel} />
      <section class="home-play">
        <LessonOffer />
        <EditionCards edition={edition} onChoose={choose} />
        <Opponents />
        <Play edition={edition} />
        <Ways />
        <OfflineOffer />
      </section>
      {panel === "rules" && (
        <RulesPanel
          table={{
            edition,
            preset: byBooklet(edition, language.value).preset,
            options: {},
            elements: null,
          }}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === "settings" && <SettingsPanel onClose={() => setPanel(null)} />}
    </main>
  );
}

function Head({ open }: { open: (panel: HomePanel) => void }) {
  return (
    <header class="home-head">
      <div>
        <h1 class="wordmark">{t("app.title")}</h1>
        <p class="claim">{t("app.claim")}</p>
      </div>
      <nav class="corner" aria-label={t("hud.menu")}>
        <button type="button" class="quiet-button" onClick={() => open("rules")}>
          <Icon name="rules" />
          <span>{t("home.rules")}</span>
        </button>
        <button type="button" class="quiet-button" onClick={() => open("settings")}>
          <Icon name="settings" />
          <span>{t("home.settings")}</span>
        </button>
      </nav>
    </header>
  );
}

function opponents(): number {
  return Math.min(MOST_OPPONENTS, Math.max(1, lastOpponents.value));
}

function Opponents() {
  const count = opponents();
  return (
    <div class="home-row">
      <Stepper
        count={count}
        least={1}
        most={MOST_OPPONENTS}
        text={t("home.opponentsCount", { count })}
        fewer={t("home.fewer")}
        more={t("home.more")}
        onChange={(next) => {
          lastOpponents.value = next;
        }}
      />
      <Level />
    </div>
  );
}

function Level() {
  const { page } = useSession();
  const { welcome } = page;
  const levels = welcome.value?.bots ?? [];
  if (levels.length < 2) return null;
  return (
    <label class="field compact">
      <span class="unseen">{t("home.level")}</span>
      <select
        value={botLevel(page) ?? ""}
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
  );
}

function Play({ edition }: { edition: string }) {
  const session = useSession();
  const { welcome } = session.page;
  const [opening, setOpening] = useState(false);
  const onDevice = hall.value.kind === "device";
  const play = async () => {
    setOpening(true);
    await session.untilOpen();
    const preset = byBooklet(edition, language.value).preset || null;
    await openTable(session, { edition, seats: seatsOfOne(session.page), preset });
    setOpening(false);
  };
  return (
    <>
      <button
        type="button"
        class="primary big"
        disabled={(!welcome.value && !onDevice) || opening}
        onClick={() => void play()}
      >
        {t(opening && !welcome.value ? "engine.starting" : "home.go")}
      </button>
      {lastTable() && (
        <button type="button" class="secondary" onClick={comeBack}>
          {t("home.continue")}
        </button>
      )}
      <GameHere />
    </>
  );
}

/** To the table that was left, as what one was there. */
function comeBack(): void {
  const code = lastTable()?.table ?? "";
  go({ at: handTable.value === code ? "hand" : "table", code, token: null });
}

/** One person against bots. */
function seatsOfOne(page: PageState): SeatWish[] {
  const name = playerName.value.trim() || t("setup.player", { number: 1 });
  const bot: SeatWish = { kind: "bot", level: botLevel(page) };
  return [{ kind: "person", name }, ...Array.from({ length: opponents() }, () => bot)];
}

function Ways() {
  return (
    <nav class="ways" aria-label={t("home.ways")}>
      <Way icon="friends" label={t("home.friends")} to={{ at: "hotseat" }} />
      {hall.value.kind === "server" && (
        <>
          <Way icon="link" label={t("home.invite")} to={{ at: "invite" }} />
          <Way icon="eye" label={t("home.join")} to={{ at: "join" }} />
          <Way icon="skip" label={t("quick.title")} to={{ at: "quick" }} />
          <Way icon="screen" label={t("party.title")} to={{ at: "party" }} />
        </>
      )}
      <Way icon="cup" label={t("home.tournament")} to={{ at: "tournament" }} />
      <Way icon="whistle" label={t("home.referee")} to={{ at: "referee" }} />
      <Way icon="history" label={t("home.memory")} to={{ at: "memory" }} />
    </nav>
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
