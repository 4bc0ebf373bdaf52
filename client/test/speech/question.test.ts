/** What the game asks of whoever reads the page. */

import { beforeEach, expect, test } from "vitest";
import { gameView, snapshot, throwBy } from "../game/views";
import { openPage, stubPage } from "../page";

stubPage();
const { askText } = await import("../../src/speech/question");
const { session, socket } = await openPage();
const { page } = session;
const { own, table } = page;

const joined = {
  type: "joined",
  table: "abcdefghijkl",
  host: true,
  seats: [{ seat: 0, token: "t" }],
};

beforeEach(() => socket.say(joined));

test("somebody else's turn is told by name", () => {
  socket.say(snapshot({ ...gameView(throwBy(1)), active: 1 }));
  expect(own.value).toEqual([0]);
  expect(askText(page)).toContain(table.value.seats[1]?.name);
});

test("an answer under way is not called our own turn by our own name", () => {
  socket.say(snapshot(gameView(throwBy(0))));
  expect(askText(page)).not.toBe("\u00a0");
  void session.act({ type: "answer", move: "end", seat: 0, state: table.value.game?.state ?? 0 });
  expect(askText(page)).toBe("\u00a0");
});

test("whoever is not asked to throw too waits for the others, in their own turn as well", () => {
  const extra = { kind: "extra" as const, units: { "1": ["1"] } };
  for (const active of [0, 1]) {
    socket.say(snapshot({ ...gameView(extra), active }));
    expect(askText(page)).toBe("The others are throwing too…");
  }
});

test("whoever has one thing to stack is asked to call, not to tap as fast as possible", () => {
  const racing = (needed: number) => ({
    ...gameView({ kind: "column" as const, seats: [0, 1] }),
    state: 100 + needed,
    race: { racers: [{ seat: 0, done: 0, needed }], heat: 0, starts_in_ms: 0 },
  });
  socket.say(snapshot(racing(1)));
  expect(askText(page)).toBe("Column of Fire! Call stop!");
  socket.say(snapshot(racing(4)));
  expect(askText(page)).toContain("Tap as fast as you can");
});
