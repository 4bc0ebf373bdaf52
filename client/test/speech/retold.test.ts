/** What is sent to others speaks of everybody by name. */

import { expect, test } from "vitest";
import type { Replay } from "../../src/protocol";
import { retold } from "../../src/speech/retold";
import { gameView, stepTo, take, throwBy } from "../game/views";

const THROWN = { throw: 18, casts: [{ seat: 0 }] } as unknown as Replay["steps"][0]["thrown"];
const STEP = stepTo(gameView(throwBy(1)), { seat: 0, events: [take(0, 1, 2)] });
const REPLAY: Replay = {
  game: "g",
  edition: "strike-2020",
  options: {},
  elements: [],
  names: ["Ann", "Ben"],
  looks: [],
  start: gameView(throwBy(0)),
  steps: [
    { thrown: THROWN, step: STEP },
    { thrown: null, step: STEP },
  ],
};

const plain = (text: string | undefined) => text?.replace(/[\u2066-\u2069]/g, "");

test("whoever held this device is told by name as well", () => {
  const told = retold(REPLAY, 0);
  expect(plain(told?.title)).toBe("Throw 19: Ann");
  expect(plain(told?.result)).toMatch(/^Ann /);
  expect(`${told?.title} ${told?.result}`).not.toMatch(/\byou\b/i);
});

test("where nothing was thrown there is nothing to tell", () => {
  expect(retold(REPLAY, 1)).toBeNull();
});
