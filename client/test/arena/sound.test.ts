/** What is heard. */

import { beforeEach, expect, test, vi } from "vitest";
import { knockOf } from "../../src/arena/knock";
import type { Contact } from "../../src/arena/types";

// Sound wakes with the first gesture of any kind, wherever on the page it is.

const contexts: FakeContext[] = [];
const node = () => ({
  gain: { value: 0, setValueAtTime: () => undefined },
  threshold: { value: 0 },
  frequency: { value: 0 },
  playbackRate: { value: 1 },
  start: () => undefined,
  connect: (next: unknown) => next,
});

class FakeContext {
  state = "suspended";
  readonly sampleRate = 8;
  readonly destination = {};
  readonly gains: { gain: { value: number } }[] = [];
  readonly createBufferSource = node;
  readonly createBiquadFilter = node;
  readonly createDynamicsCompressor = node;

  constructor() {
    contexts.push(this);
  }

  createGain() {
    const one = node();
    this.gains.push(one);
    return one;
  }

  createBuffer() {
    return { getChannelData: () => new Float32Array(8) };
  }

  async resume() {
    this.state = "running";
  }

  async suspend() {
    this.state = "suspended";
  }

  async close() {
    this.state = "closed";
  }
}

vi.stubGlobal("window", { AudioContext: FakeContext });
const { Sound } = await import("../../src/arena/sound");

type Listeners = Map<string, () => void>;

function page(active = false): { window: Window; heard: Listeners } {
  const heard: Listeners = new Map();
  const window = {
    addEventListener: (name: string, listener: () => void) => heard.set(name, listener),
    removeEventListener: (name: string) => heard.delete(name),
    navigator: { userActivation: { hasBeenActive: active } },
  };
  return { window: window as unknown as Window, heard };
}

beforeEach(() => {
  contexts.length = 0;
});

test("before anybody touches the page it is silent, and asks for nothing", () => {
  const sound = new Sound(false);
  sound.wakeWith(page().window);
  expect(contexts).toHaveLength(0);
  expect(sound.awake).toBe(false);
});

test.each(["pointerdown", "touchend", "click", "keydown"])("a %s wakes it", async (gesture) => {
  const sound = new Sound(false);
  const { window, heard } = page();
  sound.wakeWith(window);
  heard.get(gesture)?.();
  await Promise.resolve();
  expect(sound.awake).toBe(true);
});

test("a gesture before the arena was loaded counts", async () => {
  const sound = new Sound(false);
  sound.wakeWith(page(true).window);
  await Promise.resolve();
  expect(sound.awake).toBe(true);
});

test("what was interrupted wakes again, without a second context", async () => {
  const sound = new Sound(false);
  const { window, heard } = page(true);
  sound.wakeWith(window);
  await Promise.resolve();
  const [context] = contexts;
  if (context) context.state = "interrupted";
  heard.get("click")?.();
  await Promise.resolve();
  expect(sound.awake).toBe(true);
  expect(contexts).toHaveLength(1);
});

test("another arena leaves no context behind", () => {
  const sound = new Sound(false);
  const { window, heard } = page(true);
  sound.wakeWith(window)();
  expect(contexts[0]?.state).toBe("closed");
  expect(heard.size).toBe(0);
});

test("the quiet room can be switched off, before it is heard and after", () => {
  const loud = () => contexts.at(-1)?.gains.at(-1)?.gain.value;
  const sound = new Sound(false);
  sound.wake();
  expect(loud()).toBeGreaterThan(0);
  expect(loud()).toBeLessThan(0.1);
  sound.roomy = false;
  expect(loud()).toBe(0);
  const quiet = new Sound(false);
  quiet.roomy = false;
  quiet.wake();
  expect(loud()).toBe(0);
});

test("with the sound off nothing runs, and it is there again when it is on", () => {
  const sound = new Sound(true);
  sound.wake();
  expect(contexts).toHaveLength(0);
  sound.muted = false;
  sound.wake();
  expect(sound.awake).toBe(true);
  sound.muted = true;
  expect(sound.awake).toBe(false);
  sound.wake();
  expect(sound.awake).toBe(false);
  sound.muted = false;
  expect(sound.awake).toBe(true);
  expect(contexts).toHaveLength(1);
});

// What a hit sounds like.

const HIT: Contact = {
  time: 0,
  die: 1,
  other: "die",
  struck: 2,
  impulse: 0.004,
  place: [0, 0, 0],
};
const lowest = (contact: Contact, look: "strike" | "impact" | "wizards" = "strike") =>
  knockOf(contact, look).modes[0]?.[0] ?? 0;

test("foam is dull, dice click, brass rings", () => {
  expect(lowest({ ...HIT, other: "mat" })).toBeLessThan(lowest({ ...HIT, other: "wall" }));
  expect(lowest({ ...HIT, other: "wall" })).toBeLessThan(lowest(HIT));
  const rim: Contact = { ...HIT, other: "rim" };
  expect(knockOf(rim, "wizards").decay).toBeGreaterThan(3 * knockOf(rim, "impact").decay);
});

test("the dice of each box sound of what they are made of", () => {
  const pitches = (["strike", "impact", "wizards"] as const).map((look) => lowest(HIT, look));
  expect(new Set(pitches).size).toBe(3);
});

test("a harder hit is louder, deeper and longer", () => {
  const soft = knockOf({ ...HIT, impulse: 0.001 }, "strike");
  const hard = knockOf({ ...HIT, impulse: 0.008 }, "strike");
  expect(hard.loud).toBeGreaterThan(soft.loud);
  expect(hard.decay).toBeGreaterThan(soft.decay);
  expect(hard.modes[0]?.[0]).toBeLessThan(soft.modes[0]?.[0] ?? 0);
  expect(knockOf({ ...HIT, impulse: 1 }, "strike").loud).toBe(1);
});

test("dice struck together are heard apart: each has its own pitch", () => {
  const pitches = [0, 1, 2, 3, 4, 5, 6].map((die) => lowest({ ...HIT, die }));
  expect(new Set(pitches).size).toBe(7);
  const sorted = [...pitches].sort((a, b) => a - b);
  for (const [i, pitch] of sorted.entries())
    if (i > 0) expect(pitch / (sorted[i - 1] ?? 1)).toBeGreaterThan(1.03); // half a semitone
});

test("what happens at the left is heard at the left", () => {
  expect(knockOf({ ...HIT, place: [-0.1, 0, 0] }, "strike").pan).toBeLessThan(0);
  expect(knockOf({ ...HIT, place: [9, 0, 0] }, "strike").pan).toBe(0.8);
});
