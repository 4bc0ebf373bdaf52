/** The first screen: choose a box, say against how many, play. Five more doors lead to everything else. */

import { Button } from "../controls/button";
import { EditionCards } from "../controls/editions";
import { LevelSelect } from "../controls/level";
import { Stepper } from "../controls/stepper";
import { company } from "../game/characters";
import { hall } from "../hall/hall";
import { t } from "../i18n";
import { isNew, LessonOffer } from "../lesson/offer";
import type { EditionId } from "../protocol";
import { useSession } from "../session";
import { lastLevel, lastOpponents, metLesson } from "../settings";
import type { PageState } from "../state";
import { isMissed, waitingTables } from "../table/standing";
import { GameHere } from "./offline";
import { botLevel, useOpening } from "./opening";
import { useEdition, useShowcase } from "./showcase";
import { WaitingTables } from "./waiting";
import { ThrowOfTheDay, Way } from "./ways";
import "./frame.css";
import "./home.css";

const MOST_OPPONENTS = 4;

export function Home() {
  useShowcase();
  const [edition, choose] = useEdition();
  const bright = brightest();
  return (
    <main class="home">
      <header class="home-head">
        <div>
          <h1 class="wordmark">{t("app.title")}</h1>
          <p class="claim">{t("app.claim")}</p>
        </div>
      </header>
      <section class="home-play">
        <WaitingTables bright={bright === "table"} />
        <GameHere />
        <LessonOffer bright={bright === "lesson"} />
        <EditionCards edition={edition} onChoose={choose} />
        <Opponents />
        <Play edition={edition} bright={bright === "play"} />
        <Doors />
      </section>
    </main>
  );
}

/** What the bright button is for: people who wait, then the first game, then another one. */
function brightest(): "table" | "lesson" | "play" {
  if (waitingTables().some(isMissed)) return "table";
  return isNew() ? "lesson" : "play";
}

function opponents(): number {
  return Math.min(MOST_OPPONENTS, Math.max(1, lastOpponents.value));
}

function Opponents() {
  const { page } = useSession();
  const count = opponents();
  return (
    <div class="row home-row">
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
      <LevelSelect
        level={botLevel(page)}
        onChange={(level) => {
          lastLevel.value = level;
        }}
      />
    </div>
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
  const count = opponents();
  const levels = company(page.welcome.value?.bots ?? [], botLevel(page), count);
  return Array.from({ length: count }, (_, i) => levels[i] ?? null);
}

/** Six at most: as long as the first game is offered, the throw of the day stands behind the last. */
function Doors() {
  const served = hall.value.kind === "server";
  return (
    <nav class="ways" aria-label={t("home.ways")}>
      <Way icon="friends" label={t("home.together")} to={{ at: served ? "friends" : "hotseat" }} />
      {served && <Way icon="screen" label={t("party.title")} to={{ at: "party" }} />}
      {metLesson.value && <ThrowOfTheDay />}
      <Way icon="whistle" label={t("home.referee")} to={{ at: "referee" }} />
      <Way icon="more" label={t("home.else")} to={{ at: "more" }} />
    </nav>
  );
}
