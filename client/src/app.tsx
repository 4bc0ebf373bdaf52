/** The page: one canvas for everything, and the screen that the address names. */

import { Component, type ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "./controls/button";
import { DieShading } from "./controls/die";
import { late } from "./controls/late";
import { engineState, gamesAreKept } from "./engine/state";
import { familyOf } from "./game/editions";
import { hall, late as lateHall, takeOver } from "./hall/hall";
import { t } from "./i18n";
import { LessonView } from "./lesson/lesson";
import { move, type Route, route } from "./route";
import { Home } from "./screens/home";
import { didNotStart, judgedHere } from "./screens/referee/judge";
import { kept } from "./screens/referee/state";
import { SeekingLine } from "./screens/seeking";
import { TableView } from "./screens/table";
import { type Session, SessionContext, useSession } from "./session";
import { lastEdition, quality, startPicture } from "./settings";
import { director } from "./table/display";
import { stageOn } from "./table/stages";
import "./app.css";

/** ms that a notice stays, long enough to be read twice. */
const SHOWN = 5000;

/** Whoever hears the page is told where it is now. */
function hearTitle(): void {
  const title = document.querySelector<HTMLElement>("main h1");
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

const PartyScreen = late(async () => (await import("./party/screen")).ScreenView, hearTitle);
const PartyHand = late(async () => (await import("./party/hand")).HandView, hearTitle);
const YouView = late(async () => (await import("./screens/you")).YouView, hearTitle);
const TodayView = late(async () => (await import("./screens/today")).TodayView, hearTitle);
const Referee = late(async () => (await import("./screens/referee/page")).Referee, hearTitle);
const ReplayView = late(async () => (await import("./screens/replay")).ReplayView, hearTitle);

/** Another quality is another picture; nothing that is being shown is cut off for it. */
function ArenaPicture() {
  const { settled } = useSession().page;
  const [wished, setWished] = useState(quality.value);
  useEffect(() => {
    if (settled.value) setWished(quality.value);
  }, [settled.value, quality.value]);
  return <Surface key={wished} />;
}

/** The arena is the heaviest part: it is loaded when the rest of the page stands. */
function Surface() {
  const session = useSession();
  const { table } = session.page;
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let gone = false;
    const edition = table.value.info?.edition ?? lastEdition.value;
    const load = async (on: HTMLElement) => {
      const [{ Director }, stage] = await Promise.all([
        import("./table/director"),
        stageOn(on, startPicture(), () => session.say(t("settings.quality.gaveUp"))),
      ]);
      if (gone) return stage.dispose();
      director.value = new Director(on, stage, familyOf(edition), session);
    };
    if (surface.current) void load(surface.current);
    return () => {
      gone = true;
      director.value?.dispose();
      director.value = null;
    };
  }, []);
  return <div ref={surface} class="arena" aria-hidden="true" />;
}

function ServerLine() {
  const session = useSession();
  const state = session.line.state.value;
  const [wasLost, setWasLost] = useState(false);
  const [back, setBack] = useState(false);
  useEffect(() => {
    if (state === "lost" || state === "gone") setWasLost(true);
    if (state !== "open" || !wasLost) return;
    setWasLost(false);
    setBack(true);
    const timer = window.setTimeout(() => setBack(false), SHOWN);
    return () => window.clearTimeout(timer);
  }, [state]);
  if (state === "outdated")
    return <BadLine text={t("app.update")} help={t("app.reload")} onHelp={reload} />;
  if (route.value.at === "referee" && (judgedHere.value || kept.value)) return null; // it tells itself
  if (state === "lost" || state === "gone") {
    const gone = session.page.table.value.code === null ? "net.gone" : "net.goneAtTable";
    const text = t(!navigator.onLine ? "app.offline" : state === "gone" ? gone : "net.lost");
    return <BadLine text={text} help={t("net.retry")} onHelp={() => session.line.retry()} />;
  }
  return back ? (
    <div class="line good" role="status">
      {t("net.back")}
    </div>
  ) : null;
}

/** An answer takes long that somebody waits for. */
function LateLine() {
  const { late, state } = useSession().line;
  const most = [late.value, lateHall.value];
  if (state.value !== "open" || !most.some(Boolean)) return null;
  if (most.includes("very_late"))
    return <BadLine text={t("net.noAnswer")} help={t("app.reload")} onHelp={reload} />;
  return (
    <div class="line" role="status">
      {t("net.lateAnswer")}
    </div>
  );
}

/** What is wrong with the line, and what can be done about it. */
function BadLine({ text, help, onHelp }: { text: string; help: string; onHelp: () => void }) {
  return (
    <div class="line bad" role="alert">
      <span>{text}</span>
      <Button text={help} onClick={onHelp} />
    </div>
  );
}

/** Games on this device: another tab may have them in hand, and a browser may keep none of them. */
function EngineLine() {
  const session = useSession();
  const state = hall.value.kind === "device" ? engineState.value : "off";
  const keeps = gamesAreKept.value;
  useEffect(() => {
    if (!keeps) session.say(t("engine.notKept"), "error");
  }, [keeps]);
  if (state !== "elsewhere" && state !== "failed") return null;
  if (state === "failed")
    return <BadLine text={t("engine.failed")} help={t("app.reload")} onHelp={reload} />;
  if (route.value.at === "referee" && !didNotStart.value) return null; // needs no games
  return <BadLine text={t("engine.elsewhere")} help={t("net.takeHere")} onHelp={takeOver} />;
}

function Notices() {
  const { notice } = useSession().page;
  const current = notice.value;
  useEffect(() => {
    if (!current) return;
    const timer = window.setTimeout(() => {
      if (notice.value?.id === current.id) notice.value = null;
    }, SHOWN);
    return () => window.clearTimeout(timer);
  }, [current]);
  return (
    <div class="notices" role="status" aria-live="polite">
      {current && <p class={`notice ${current.kind}`}>{current.text}</p>}
    </div>
  );
}

/** Who comes to another screen hears its title; at a table the arena has the focus. */
function useHeard(at: Route): void {
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    if (at.at !== "table") hearTitle();
  }, [at]);
}

function Screen() {
  const at = route.value;
  useHeard(at);
  switch (at.at) {
    case "home":
      return <Home />;
    case "you":
      return <YouView />;
    case "screen":
      return <PartyScreen key={at.code} code={at.code} stream={at.stream} />;
    case "hand":
      return <PartyHand key={at.code} code={at.code} token={at.token} />;
    case "table":
      return <TableView key={at.code} code={at.code} token={at.token} />;
    case "replay":
      return <ReplayView key={at.code} code={at.code} thrown={at.throw ?? null} />;
    case "referee":
      return <Referee />;
    case "today":
      return <TodayView />;
    case "lesson":
      return <LessonView />;
  }
}

function reload(): void {
  location.reload();
}

function startAgain(): void {
  move({ at: "home" });
  reload();
}

/** Whatever goes wrong in a screen, nobody is left with an empty page. */
class Mended extends Component<{ readonly children: ComponentChildren }, { broken: boolean }> {
  static override getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main class="sheet-holder">
        <section class="sheet" role="alert">
          <p>{t("app.broken")}</p>
          <Button class="primary" text={t("app.reload")} onClick={startAgain} />
        </section>
      </main>
    );
  }
}

export function App({ session }: { session: Session }) {
  useEffect(() => {
    document.title = t("app.title");
  }, []);
  return (
    <SessionContext.Provider value={session}>
      {route.value.at !== "hand" && <ArenaPicture />}
      <div class="lamp-light" aria-hidden="true" />
      <DieShading />
      {hall.value.kind === "device" ? <EngineLine /> : <ServerLine />}
      <LateLine />
      <SeekingLine />
      <Mended>
        <Screen />
      </Mended>
      <Notices />
    </SessionContext.Provider>
  );
}
