/** The whole game by keyboard, and nothing of it while somebody types. */

import { beforeEach, expect, test, vi } from "vitest";
import { choiceOf, gameView, snapshot, throwBy } from "../game/views";
import { openPage, sent, stubPage } from "../page";

stubPage();
class Element {
  readonly within: string;

  constructor(within: string) {
    this.within = within;
  }

  closest(selector: string): Element | null {
    return selector.split(", ").includes(this.within) ? this : null;
  }
}
vi.stubGlobal("HTMLElement", Element);
const { keyDown, keyUp } = await import("../../src/table/keys");
const { strength } = await import("../../src/table/aim");
const { director } = await import("../../src/table/display");
const { session, socket } = await openPage();

let state = 0;

function press(key: string, within = "main", more: object = {}): boolean {
  let prevented = false;
  const target = new Element(within);
  const preventDefault = () => {
    prevented = true;
  };
  const event = { key, target, preventDefault, repeat: false, ...more } as unknown as KeyboardEvent;
  keyDown(session, event);
  keyUp(session, event);
  return prevented;
}

beforeEach(() => {
  director.value = null;
  socket.say(snapshot(gameView(throwBy(0), { state: ++state })));
});

test("the space bar throws when it is let go", () => {
  expect(press(" ")).toBe(true);
  expect(sent.at(-1)).toMatchObject({ type: "throw", seat: 0, state, unit: "1" });
  expect(strength.value).toBeNull();
});

test("arrows aim, and the page does not scroll", () => {
  expect(press("ArrowUp")).toBe(true);
  expect(press("x")).toBe(false);
});

test.each(["input", "dialog", "summary"])("inside a %s keys are not the game's", (within) => {
  const before = sent.length;
  expect(press(" ", within)).toBe(false);
  expect(press("ArrowUp", within)).toBe(false);
  expect(sent.length).toBe(before);
});

test("a button that has the focus is pressed by the space bar; arrows still aim", () => {
  const before = sent.length;
  expect(press(" ", "button")).toBe(false);
  expect(sent.length).toBe(before);
  expect(press("ArrowLeft", "button")).toBe(true);
});

test("e ends the turn, but only where that is a choice", () => {
  const before = sent.length;
  press("e");
  expect(sent.length).toBe(before);
  socket.say(snapshot(gameView(choiceOf(0), { state: ++state })));
  press("e");
  expect(sent.at(-1)).toMatchObject({ type: "answer", move: "end", seat: 0, state });
});

test("keys with a modifier belong to the browser", () => {
  const before = sent.length;
  press(" ", "main", { ctrlKey: true });
  expect(press("ArrowUp", "main", { metaKey: true })).toBe(false);
  expect(sent.length).toBeLessThanOrEqual(before);
});

test("who is not to act cannot throw", () => {
  socket.say(snapshot(gameView(throwBy(1), { state: ++state })));
  const before = sent.length;
  expect(press(" ")).toBe(false);
  expect(sent.length).toBe(before);
});

test("i explains what lies there, Escape ends it", async () => {
  const { explained } = await import("../../src/table/explained");
  const pose: [number, number, number, number, number, number, number] = [0, 0, 0, 1, 0, 0, 0];
  const arena = [{ dice: [{ id: 1, face: "5", pose }] }];
  socket.say(snapshot(gameView(throwBy(0), { state: ++state, arena })));
  press("i");
  expect(explained.value).toBe("5");
  press("Escape");
  expect(explained.value).toBeNull();
});

test("s skips, and the view can be turned", () => {
  const arena = { turn: vi.fn(), zoom: vi.fn(), home: vi.fn(), aim: () => null, showAim: vi.fn() };
  const skip = vi.fn();
  director.value = { arena, skip } as never;
  for (const key of ["s", "[", "]", "+", "-", "0"]) press(key);
  expect(skip).toHaveBeenCalledOnce();
  expect(arena.turn.mock.calls).toEqual([[0.2], [-0.2]]);
  expect(arena.zoom).toHaveBeenCalledTimes(2);
  expect(arena.home).toHaveBeenCalledOnce();
});
