/** Reads aloud what happens, by the browser's own voice in the reader's language; only if wished. */

import { effect, untracked } from "@preact/signals";
import { language } from "../i18n";
import { sound, voice } from "../settings";
import { type Said, said } from "./announcement";
import { speakLine } from "./sentences";

/** Whether this browser can read aloud at all. */
export function canReadAloud(page: Window): boolean {
  return "speechSynthesis" in page;
}

/** The sentences of a step as one text; what is not on the screen is not said. */
function textOf({ lines, scene }: Said): string {
  const heard = lines.filter((line) => !line.quiet);
  return heard.map((line) => speakLine(line, scene)).join(" ");
}

/** Reads out what each step brought; a newer one cuts an older one short. */
export function watchVoice(page: Window): () => void {
  if (!canReadAloud(page)) return () => undefined;
  const { speechSynthesis } = page;
  return effect(() => {
    const last = said.value;
    const wished = voice.value && sound.value;
    untracked(() => {
      speechSynthesis.cancel();
      const text = wished && last ? textOf(last) : "";
      if (!text) return;
      const words = new SpeechSynthesisUtterance(text);
      words.lang = language.value;
      speechSynthesis.speak(words);
    });
  });
}
