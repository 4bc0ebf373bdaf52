/** Where the page begins: the language first, then everything else. */

import "@fontsource/alegreya-sans/latin-500.css"; // here, so that the build finds their licence
import "@fontsource/alegreya-sans/latin-800.css";
import "./style/page.css";
import { render } from "preact";
import { App } from "./app";
import { isLanguage, preferred, speak } from "./i18n";
import { watchInput } from "./input";
import { watchGames } from "./memory/shelf";
import { languageChoice } from "./settings";
import { watchVoice } from "./speech/voice";

async function begin(root: HTMLElement): Promise<void> {
  const wished = new URLSearchParams(location.search).get("lang") ?? languageChoice.value;
  const spoken = isLanguage(wished) ? wished : preferred(navigator.languages);
  await speak(spoken).catch(() => undefined);
  root.replaceChildren();
  render(<App />, root);
}

watchInput(window);
watchGames(window);
watchVoice(window);
const root = document.getElementById("app");
// Not awaited here: other files of the page import this one, and would wait for it.
if (root) void begin(root);
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => undefined);
}
