/** Which side of which die is explained. */

import { beforeEach, expect, test } from "vitest";
import { gameView, snapshot, throwBy } from "../game/views";
import { openPage, stubPage } from "../page";

stubPage();
const { explain, explainDie, explained, explainNext, explainNothing } = await import(
  "../../src/table/explained"
);
const { session, socket } = await openPage();
const { page } = session;

const die = (id: number, face: string) => ({
  id,
  face,
  pose: [0, 0, 0, 1, 0, 0, 0] as [number, number, number, number, number, number, number],
});

beforeEach(() => {
  explainNothing();
  const arena = [
    { dice: [die(1, "4")] },
    { dice: [die(2, "5"), die(3, "6")] },
    { dice: [die(4, "4")] },
  ];
  socket.say(snapshot(gameView(throwBy(0), { arena })));
});

test("a die is explained by its side, a tower by the one on top", () => {
  explainDie(page, 1);
  expect(explained.value).toBe("4");
  explainDie(page, 2);
  expect(explained.value).toBe("6");
  explainDie(page, 99);
  expect(explained.value).toBeNull();
  explain("X");
  explainDie(page, null);
  expect(explained.value).toBeNull();
});

test("a key goes through the sides that lie there, each once, and then stops", () => {
  const seen = Array.from({ length: 4 }, () => {
    explainNext(page);
    return explained.value;
  });
  expect(seen).toEqual(["4", "6", null, "4"]);
});
