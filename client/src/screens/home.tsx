/** The first screen: play at once, play together, or come to a table by its code. */

import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Boxes } from "../controls/editions";
import { Icon, IconButton, type IconName } from "../controls/icons";
import { company } from "../game/characters";
import { byBooklet } from "../game/houserules";
import { hall } from "../hall/hall";
import { language, t } from "../i18n";
import { LessonView } from "../lesson/lesson";
import type { EditionId, SeatWish } from "../protocol";
import { go } from "../route";
import { useSession } from "../session";
import { metLesson, taught } from "../settings";
import type { PageState } from "../state";
import { aimWith, FIRM } from "../table/aim";
import { throwNow } from "../table/commands";
import { isMissed, waitingTables } from "../table/standing";
import { CodeField } from "./code";
import { GameHere, OfflineOffer } from "./offline";
import { botLevel, openTable, ownName, tableOf, useOpening } from "./opening";
import { RulesPanel, SettingsPanel } from "./panels";
import { useEdition, useShowcase } from "./showcase";
import { NearTables, SamePeople, useNear, WaitingTables } from "./waiting";
import "./frame.css";
import "./home.css";

/** Against how many computers one plays. */
const OPPONENTS = 2;

/** A newcomer has the first die of the first game in the hand. */
export function Home() {
  const isNew = !metLesson.value && !taught.value && !waitingTables().length;
  const [fresh, setFresh] = useState(isNew);
  if (!fresh) return <Start />;
  return <LessonView start={<Start fresh />} onLeave={() => setFresh(false)} />;
}

function Start({ fresh = false }: { fresh?: boolean }) {
  const session = useSession();
  useShowcase(!fresh);
  const [edition, choose] = useEdition();
  const near = useNear();
  const waits = near.length > 0 || waitingTables().some(isMissed);
  const flick = () => throwNow(session, aimWith(session.page, FIRM));
  return (
    <main class="home">
      <Head edition={edition} />
      <section class="home-play">
        {fresh && (
          <Button class="quiet-button" icon="hand" text={t("home.flick")} onClick={flick} />
        )}
        <NearTables tables={near} />
        <WaitingTables bright={waits && !near.length} />
        <GameHere />
        <SamePeople edition={edition} />
        <Boxes edition={edition} onChoose={choose} />
        <Play edition={edition} bright={!waits} />
        <Together edition={edition} />
        <nav class="ways" aria-label={t("home.ways")}>
          <Way icon="today" text={t("daily.title")} onClick={() => go({ at: "today" })} />
          <Way icon="whistle" text={t("home.referee")} onClick={() => go({ at: "referee" })} />
        </nav>
        {!fresh && <OfflineOffer />}
      </section>
    </main>
  );
}

/** What one has, how it is set, and the rules of the box that is chosen. */
function Head({ edition }: { edition: EditionId }) {
  const [panel, setPanel] = useState<"rules" | "settings" | null>(null);
  const { preset } = byBooklet(edition, language.value);
  const close = () => setPanel(null);
  return (
    <>
      <header class="home-head">
        <h1 class="wordmark">{t("app.title")}</h1>
        <IconButton icon="rules" label={t("home.rules")} onClick={() => setPanel("rules")} />
        <IconButton icon="history" label={t("you.title")} onClick={() => go({ at: "you" })} />
        <IconButton
          icon="settings"
          label={t("home.settings")}
          onClick={() => setPanel("settings")}
        />
      </header>
      {panel === "rules" && (
        <RulesPanel table={{ edition, preset, options: {}, elements: null }} onClose={close} />
      )}
      {panel === "settings" && <SettingsPanel onClose={close} />}
    </>
  );
}

function Play({ edition, bright }: { edition: EditionId; bright: boolean }) {
  const { page } = useSession();
  const { welcome } = page;
  const onDevice = hall.value.kind === "device";
  const [opening, play] = useOpening(edition, () => rivals(page));
  return (
    <Button
      class={bright ? "primary big" : "secondary big"}
      text={t(opening && !welcome.value ? "engine.starting" : "home.go")}
      disabled={(!welcome.value && !onDevice) || opening}
      onClick={() => void play()}
    />
  );
}

/** The levels of the bots one plays against. */
function rivals(page: PageState): (string | null)[] {
  const levels = company(page.welcome.value?.bots ?? [], botLevel(page), OPPONENTS);
  return Array.from({ length: OPPONENTS }, (_, i) => levels[i] ?? null);
}

/** A table of one's own, or that of a code; a screen that nobody points at shows one. */
function Together({ edition }: { edition: EditionId }) {
  const session = useSession();
  const isOpen = session.line.state.value === "open";
  const open = (to: "table" | "screen") => {
    const taken: SeatWish[] = to === "screen" ? [] : [{ kind: "person", name: ownName() }];
    void openTable(session, tableOf(edition, taken), to);
  };
  return (
    <div class="row together">
      <Button
        icon="friends"
        text={t("home.together")}
        disabled={!isOpen}
        onClick={() => open("table")}
      />
      {hall.value.kind === "server" && (
        <>
          <Button
            class="secondary this-tv"
            icon="screen"
            text={t("home.tv")}
            disabled={!isOpen}
            onClick={() => open("screen")}
          />
          <CodeField />
        </>
      )}
    </div>
  );
}

function Way({ icon, text, onClick }: { icon: IconName; text: string; onClick: () => void }) {
  return (
    <button type="button" class="way" onClick={onClick}>
      <Icon name={icon} />
      <span>{text}</span>
    </button>
  );
}
