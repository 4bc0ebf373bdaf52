/** Acting at a table: by keys, by shaking, by holding a button, by tapping. */

import { beforeEach, describe, expect, test, vi } from "vitest";
import boxes from "../../src/arena/boxes.json";
import { choiceOf, gameView, snapshot, throwBy } from "../game/views";
import { openPage, sent, stubPage } from "../page";

stubPage();
const { session, socket } = await openPage();
const { page } = session;
let now = 1000;
let frame: (() => void) | null = null;
vi.stubGlobal("performance", { now: () => now });
vi.stubGlobal("requestAnimationFrame", (next: () => void) => {
  frame = next;
  return 1;
});
const {
  advised,
  aimKey,
  calmDown,
  charge,
  FIRM,
  letGo,
  showStrength,
  strength,
  strengthAfter,
  strengthName,
} = await import("../../src/table/aim");
const { coachAims } = await import("../../src/settings");
const aim = { x: 0.01, y: 0, side: 1, speed: 1.8, height: 0.085, spin: 30 };

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
const { keyDown, keyUp, pushEnds, pushKey } = await import("../../src/table/keys");
const { director } = await import("../../src/table/display");
const { pushing } = page;

describe("aiming by key and button", () => {
  function hold(seconds: number): void {
    charge(page);
    now += seconds * 1000;
    frame?.();
  }

  beforeEach(() => calmDown());

  test("nothing held, nothing thrown", () => expect(letGo(page)).toBeNull());

  test("a tap is the box's firm throw", () => {
    charge(page);
    expect(strength.value).toBe(FIRM);
    expect(letGo(page)).toMatchObject(boxes.strike.strengths.firm);
    hold(0.15);
    expect(letGo(page)).toMatchObject(boxes.strike.strengths.firm);
  });

  test("whoever holds goes from firm to wild, then down to gentle, and up again", () => {
    const seen = [0.2, 0.8, 1.4, 2.0, 2.6].map(strengthAfter);
    for (const [i, expected] of [0.5, 1, 0.5, 0, 0.5].entries())
      expect(seen[i]).toBeCloseTo(expected);
  });

  test("what is thrown is what was shown, and then nothing is shown any more", () => {
    hold(0.8);
    expect(strength.value).toBeCloseTo(1);
    now += 400; // Nothing was drawn in the meantime.
    expect(letGo(page)?.speed).toBeCloseTo(boxes.strike.strengths.wild.speed);
    expect(strength.value).toBeNull();
    hold(2.0);
    expect(letGo(page)?.speed).toBeCloseTo(boxes.strike.strengths.gentle.speed);
  });

  test("a strength is called by the throw whose speed is nearest", () => {
    expect([0, 0.24, 0.26, 0.74, 0.76, 1].map(strengthName)).toEqual([
      "gentle",
      "gentle",
      "firm",
      "firm",
      "wild",
      "wild",
    ]);
  });

  test("a flick that is being drawn shows its strength without being held", () => {
    showStrength(0.7);
    expect(strength.value).toBe(0.7);
    expect(letGo(page)).toBeNull();
    showStrength(null);
    expect(strength.value).toBeNull();
  });

  test("calming down throws nothing", () => {
    hold(0.5);
    calmDown();
    expect(strength.value).toBeNull();
    expect(letGo(page)).toBeNull();
  });

  test("arrow keys move the aim, but not out of the arena", () => {
    const at = () => {
      charge(page);
      return letGo(page);
    };
    const before = at();
    expect(aimKey(page, "ArrowRight")).toBe(true);
    expect(at()?.x).toBeGreaterThan(before?.x ?? 0);
    for (let i = 0; i < 100; i++) aimKey(page, "ArrowRight");
    const edge = at()?.x ?? 0;
    aimKey(page, "ArrowRight");
    expect(at()?.x).toBe(edge);
    for (let i = 0; i < 100; i++) aimKey(page, ",");
    const widest = at()?.side ?? 0;
    aimKey(page, ",");
    expect(at()?.side).toBe(widest);
    expect(aimKey(page, "q")).toBe(false);
  });
});

test("only for this very throw, only if wished", () => {
  socket.say(snapshot(gameView(throwBy(0), { state: 5 })));
  expect(advised(page)).toBeNull();
  socket.say({ type: "advice", ref: null, state: 5, unit: "1", aim, worth: 0.5, preparing: false });
  expect(advised(page)).toBeNull();
  coachAims.value = true;
  expect(advised(page)).toEqual(aim);
  socket.say({ type: "advice", ref: null, state: 4, unit: "1", aim, worth: 0.5, preparing: false });
  expect(advised(page)).toBeNull();
});

describe("the whole game by keyboard", () => {
  let state = 0;

  function press(key: string, within = "main", more: object = {}): boolean {
    let prevented = false;
    const target = new Element(within);
    const preventDefault = () => {
      prevented = true;
    };
    const event = {
      key,
      target,
      preventDefault,
      repeat: false,
      ...more,
    } as unknown as KeyboardEvent;
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
    const arena = {
      turn: vi.fn(),
      zoom: vi.fn(),
      home: vi.fn(),
      aim: () => null,
      showAim: vi.fn(),
    };
    const skip = vi.fn();
    director.value = { arena, skip } as never;
    for (const key of ["s", "[", "]", "+", "-", "0"]) press(key);
    expect(skip).toHaveBeenCalledOnce();
    expect(arena.turn.mock.calls).toEqual([[0.2], [-0.2]]);
    expect(arena.zoom).toHaveBeenCalledTimes(2);
    expect(arena.home).toHaveBeenCalledOnce();
  });
});

describe("pushing dice by keyboard", () => {
  const grasp = {
    mark: vi.fn(),
    slide: vi.fn((die: number, x: number, y: number) => ({ die, x, y })),
    showAim: vi.fn(),
  };
  const pose = (x: number) =>
    [x, 0, 0.008, 1, 0, 0, 0] as [number, number, number, number, number, number, number];

  beforeEach(() => {
    director.value = { arena: { grasp } } as never;
    pushing.value = true;
    const lying = [
      { dice: [{ id: 4, face: "5", pose: pose(0.01) }] },
      { dice: [{ id: 7, face: "6", pose: pose(-0.02) }] },
    ];
    socket.say(snapshot(gameView(throwBy(0), { arena: lying })));
  });

  test("keys push nothing unless dice are being pushed", () => {
    pushing.value = false;
    expect(pushKey(page, "ArrowLeft")).toBe(false);
  });

  test("arrows move the chosen die on from where it is, and letting go leaves it there", () => {
    expect(pushKey(page, "ArrowRight")).toBe(true);
    expect(pushKey(page, "ArrowRight")).toBe(true);
    expect(grasp.slide.mock.lastCall?.[0]).toBe(4);
    expect(grasp.slide.mock.lastCall?.[1]).toBeCloseTo(0.018);
    const before = sent.length;
    pushEnds(session, "ArrowRight");
    pushEnds(session, "ArrowRight");
    const pushes = sent.slice(before).filter(({ type }) => type === "push");
    expect(pushes).toHaveLength(1);
    expect(pushes[0]).toMatchObject({ dice: [{ die: 4 }] });
  });

  test("n chooses the next die, round and round; other keys are not for pushing", () => {
    pushKey(page, "n");
    expect(grasp.mark.mock.lastCall).toEqual([7]);
    pushKey(page, "ArrowUp");
    expect(grasp.slide.mock.lastCall?.[0]).toBe(7);
    pushEnds(session, "ArrowUp");
    pushKey(page, "n");
    expect(grasp.mark.mock.lastCall).toEqual([4]);
    expect(pushKey(page, "e")).toBe(false);
  });
});

// Shakes of a phone, from what it feels.

const { mayShake, Shakes } = await import("../../src/table/shake");

/** Feels forces one after the other, 20 ms apart; what came of them. */
function felt(shakes: InstanceType<typeof Shakes>, forces: readonly number[], from = 1): number[] {
  return forces.flatMap((force, i) => shakes.feel(force, from + i * 0.02) ?? []);
}

const rest = Array.from({ length: 20 }, () => 0.5);

test("a phone that lies or is carried about throws nothing", () => {
  expect(felt(new Shakes(), rest)).toEqual([]);
  expect(felt(new Shakes(), [3, 8, 11, 9, 4, ...rest])).toEqual([]);
});

test("a shake is one throw, when it has ended, as hard as it was at its hardest", () => {
  const shakes = new Shakes();
  expect(felt(shakes, [14, 2, 23, 3, 18])).toEqual([]);
  expect(shakes.strength).toBeCloseTo(0.5);
  expect(felt(shakes, rest, 1.1)).toEqual([0.5]);
  expect(shakes.strength).toBeNull();
  expect(felt(shakes, rest, 3)).toEqual([]);
  expect(felt(shakes, [60, ...rest], 5)).toEqual([1]);
});

test("where the phone wants to be asked, its answer counts; elsewhere nobody is asked", async () => {
  vi.stubGlobal("DeviceMotionEvent", {});
  expect(await mayShake()).toBe(true);
  for (const [answer, allowed] of [
    [Promise.resolve("granted"), true],
    [Promise.resolve("denied"), false],
    [Promise.reject(new Error("no gesture")), false],
  ] as const) {
    vi.stubGlobal("DeviceMotionEvent", { requestPermission: () => answer });
    expect(await mayShake()).toBe(allowed);
  }
});
