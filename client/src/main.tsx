/** Where the page begins: the language first, then everything else. */

import "@fontsource/alegreya-sans/latin-500.css";
import "@fontsource/alegreya-sans/latin-800.css";
import "./style/page.css";
import { render } from "preact";
import { App } from "./app";
import { isLanguage, preferred, speak } from "./i18n";
import { watchInput } from "./input";
import { watchGames } from "./memory/shelf";
import { languageChoice } from "./settings";
import { watchVoice } from "./speech/voice";

watchInput(window);
watchGames(window);
watchVoice(window);
const wished = new URLSearchParams(location.search).get("lang") ?? languageChoice.value;
const root = document.getElementById("app");

await speak(isLanguage(wished) ? wished : preferred(navigator.languages)).catch(() => undefined);
root?.replaceChildren();
if (root) render(<App />, root);
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => undefined);
}
