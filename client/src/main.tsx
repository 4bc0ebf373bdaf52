/** Where the page begins: what was kept, the line, the language, then everything that is seen. */

import "@fontsource/alegreya-sans/latin-500.css"; // here, so that the build finds their licence
import "@fontsource/alegreya-sans/latin-800.css";
import "./style/page.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app";
import { takeKey } from "./hall/invitation";
import { isLanguage, type Language, language, preferred, speak } from "./i18n";
import { watchGames } from "./memory/shelf";
import { openSession } from "./opening";
import { watchRoute } from "./route";
import type { Session } from "./session";
import { languageChoice, watchSettings } from "./settings";
import { watchVoice } from "./speech/voice";
import type { PageState } from "./state";
import { director } from "./table/display";
import { trustOwnScripts } from "./trusted";

/** s until words that did not come are asked for again. */
const AGAIN = 2;

/** The server has told the browser which words it needs before this script came; whatever happens
 * to them, the page says something. */
async function comeToSpeak(name: Language): Promise<void> {
  for (const one of [name, "en"] as const)
    try {
      return await speak(one);
    } catch {}
  await new Promise((done) => setTimeout(done, AGAIN * 1000));
  return comeToSpeak(name);
}

async function begin(root: HTMLElement, session: Session): Promise<void> {
  const wished = new URLSearchParams(location.search).get("lang") ?? languageChoice.value;
  const spoken = isLanguage(wished) ? wished : preferred(navigator.languages);
  await comeToSpeak(spoken);
  root.replaceChildren();
  render(<App session={session} />, root);
}

/** For tests and for those who script the page: what is shown, and whether all of it has been. */
function markPage({ settled, table }: PageState): void {
  const marks = document.documentElement.dataset;
  effect(() => {
    document.documentElement.lang = language.value;
  });
  effect(() => {
    const { game } = table.value;
    marks.settled = String(settled.value);
    marks.awaited = game?.awaited.kind ?? "";
    marks.state = game ? String(game.state) : "";
    marks.game = game?.game ?? "";
  });
  // For the bench: what the picture costs.
  Object.defineProperty(window, "kesselArena", { get: () => director.value?.arena ?? null });
}

/** Whether the page is used by keys or by hand: what has the focus is framed only for keys. */
function watchInput(page: Window): void {
  const { dataset } = page.document.documentElement;
  page.addEventListener("keydown", () => (dataset.input = "keys"), true);
  page.addEventListener("pointerdown", () => (dataset.input = "hand"), true);
}

/** s after which the page is kept on this device at the latest. */
const KEEP = 10;

/** All of the page comes to stay on the device once what is seen of it is there: not before it. */
function keepLater(): void {
  let isKept = false;
  const keep = (): void => {
    if (isKept) return;
    isKept = true;
    const worker = `${import.meta.env.BASE_URL}sw.js`;
    void navigator.serviceWorker.register(worker).catch(() => undefined);
  };
  setTimeout(keep, KEEP * 1000);
  effect(() => {
    if (director.value) keep();
  });
}

trustOwnScripts(window);
takeKey(location);
watchRoute(window);
watchSettings(window);
const session = openSession();
markPage(session.page);
watchInput(window);
watchGames(window, session.page);
watchVoice(window);
const root = document.getElementById("app");
// Not awaited here: other files of the page import this one, and would wait for it.
if (root) void begin(root, session);
if ("serviceWorker" in navigator && import.meta.env.PROD) keepLater();
