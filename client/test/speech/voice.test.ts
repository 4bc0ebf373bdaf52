/** What is read aloud, and what opponents say. */

import { beforeEach, expect, test, vi } from "vitest";
import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import type { EventView } from "../../src/protocol";
import { type Banter, banterAfter } from "../../src/speech/banter";
import {
  choiceOf,
  gameView,
  lose,
  overWith,
  seatView,
  snapshot,
  stepTo,
  take,
  throwBy,
} from "../game/views";
import { stubPage } from "../page";

// What happens is read aloud where it is wished, in the reader's language, and never over itself.

stubPage();
vi.stubGlobal("navigator", { languages: ["en"] });
class Utterance {
  lang = "";
  constructor(readonly text: string) {}
}
vi.stubGlobal("SpeechSynthesisUtterance", Utterance);

const { sound, voice } = await import("../../src/settings");
const { said } = await import("../../src/speech/announcement");
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

// Opponents speak seldom, of what happened to them, and never for people.

const SEATS = [seatView(0), seatView(1, { kind: "bot", level: "gambler", yours: false })];

function after(throws: number, seat: number, ...events: EventView[]): TableState {
  let state = reduce({ ...NO_TABLE, code: "t" }, snapshot(gameView(choiceOf(1)), { seats: SEATS }));
  state = reduce(state, { type: "thrown", game: "g", throw: throws, casts: [], bytes: 0 });
  const game = gameView(choiceOf(seat), { throws });
  return reduce(state, stepTo(game, { seat, throw: throws, events }));
}

function start(seats = SEATS): TableState {
  return reduce({ ...NO_TABLE, code: "t" }, snapshot(gameView(choiceOf(0)), { seats }));
}

const HELLO = banterAfter(null, start()) as Banter;

test("the first opponent greets, once", () => {
  expect(HELLO).toMatchObject({ seat: 1, key: "banter.gambler.hello" });
  expect(banterAfter(HELLO, start())).toBeNull();
  expect(banterAfter({ ...HELLO, game: "another" }, start())).toEqual(HELLO);
});

test("a great take and an X are worth a word, a small take is not", () => {
  expect(banterAfter(HELLO, after(9, 1, take(1, 1, 2, 3)))?.key).toBe("banter.gambler.take");
  expect(banterAfter(HELLO, after(9, 1, lose(4)))?.key).toBe("banter.gambler.x");
  expect(banterAfter(HELLO, after(9, 1, take(1, 1, 2)))).toBeNull();
});

test("nobody speaks for a person, for a stranger, or in a replay", () => {
  expect(banterAfter(HELLO, after(9, 0, lose(4)))).toBeNull();
  const stranger = [seatView(0), seatView(1, { kind: "bot", level: "Honest", yours: false })];
  expect(banterAfter(null, start(stranger))).toBeNull();
  expect(banterAfter(null, { ...start(), code: null })).toBeNull();
});

test("five throws pass between one remark and the next", () => {
  const said = banterAfter(HELLO, after(9, 1, lose(4)));
  expect(banterAfter(said, after(13, 1, lose(5)))).toBeNull();
  expect(banterAfter(said, after(14, 1, lose(5)))).not.toBeNull();
});

test("the winner has the last word, once", () => {
  const over = { ...after(9, 1), game: gameView(overWith([1]), { throws: 9 }) };
  const said = banterAfter(HELLO, over);
  expect(said?.key).toBe("banter.gambler.win");
  expect(banterAfter(said, over)).toBeNull();
  expect(banterAfter(HELLO, { ...over, game: gameView(overWith([0])) })).toBeNull();
});
