/** What happens is read aloud where it is wished, in the reader's language, and never over itself. */

import { beforeEach, expect, test, vi } from "vitest";
import { gameView, lose, throwBy } from "../game/views";
import { stubPage } from "../page";

stubPage();
vi.stubGlobal("navigator", { languages: ["en"] });
class Utterance {
  lang = "";
  constructor(readonly text: string) {}
}
vi.stubGlobal("SpeechSynthesisUtterance", Utterance);

const { sound, voice } = await import("../../src/settings");
const { said } = await import("../../src/speech/said");
const { linesOf } = await import("../../src/speech/lines");
const { language, speak } = await import("../../src/i18n");
const { canReadAloud, watchVoice } = await import("../../src/speech/voice");

await speak("en");
const scene = { edition: "strike-2020", names: ["Ann", "Ben"], you: null, own: [] };
const spoken: Utterance[] = [];
const synthesis = { cancel: vi.fn(), speak: (words: Utterance) => spoken.push(words) };
const page = { speechSynthesis: synthesis } as unknown as Window;

function happens(): void {
  said.value = { lines: linesOf(lose(7), scene), scene, game: gameView(throwBy(0)) };
}

watchVoice(page);

beforeEach(() => {
  said.value = null;
  sound.value = true;
  voice.value = true;
  spoken.length = 0;
});

test("what happened is said once, in the language of the page", () => {
  happens();
  expect(spoken.map(({ text, lang }) => [text.length > 3, lang])).toEqual([[true, language.value]]);
});

test("a newer sentence cuts the older one short", () => {
  happens();
  synthesis.cancel.mockClear();
  happens();
  expect(synthesis.cancel).toHaveBeenCalledOnce();
  expect(spoken).toHaveLength(2);
});

test("nobody is read to who does not want it, or who muted the page", () => {
  voice.value = false;
  happens();
  voice.value = true;
  sound.value = false;
  happens();
  expect(spoken).toHaveLength(1); // switching it on again repeats what stands on the screen
});

test("a browser without a voice is left alone", () => {
  expect(canReadAloud({} as Window)).toBe(false);
  watchVoice({} as Window)();
});
