/** A served page plays here while its server is away, and there again when nobody sits at a table. */

import { signal } from "@preact/signals";
import { beforeEach, expect, test, vi } from "vitest";
import type { Connection, LineState } from "../../src/net/connection";
import { drawerOf, stubPage } from "../page";

stubPage();
vi.stubGlobal("sessionStorage", drawerOf(new Map()));
let answers = false;
vi.stubGlobal("fetch", async () => ({ ok: answers }));
let look: () => void = () => undefined;
vi.stubGlobal("window", {
  setInterval: (what: () => void, ms: number) => {
    look = what;
    expect(ms).toBe(15_000);
  },
  addEventListener: () => undefined,
});

const { chooseHall } = await import("../../src/hall/choose");
const { DEVICE, hall, SERVER } = await import("../../src/hall/hall");
const { offline } = await import("../../src/engine/offline");
const { wasSeated } = await import("../../src/hall/seated");

const state = signal<LineState>("open");
const seated = signal(false);
const move = vi.fn(() => {
  state.value = "connecting";
});
chooseHall({ state, move } as unknown as Connection, () => seated.value);

beforeEach(() => {
  seated.value = false;
  state.value = "open";
  hall.value = SERVER;
  offline.value = { state: "kept" };
  answers = false;
});

async function theServerIsBack(): Promise<void> {
  answers = true;
  look();
  for (let k = 0; k < 5; k++) await Promise.resolve();
}

test("without its server the page plays here, and goes back when it answers", async () => {
  state.value = "lost";
  expect(hall.value).toBe(DEVICE);
  expect(move).toHaveBeenCalledOnce();
  await theServerIsBack();
  expect(hall.value).toBe(SERVER);
});

test("where nobody wished to keep the engine, the page waits for its server", () => {
  offline.value = { state: "offered", bytes: 1 };
  state.value = "gone";
  expect(hall.value).toBe(SERVER);
});

test("nobody is taken away from a table of the server's", () => {
  seated.value = true;
  state.value = "lost";
  expect(hall.value).toBe(SERVER);
  expect(wasSeated("/t/abc")).toBe(false);
});

test("who sits at a table of this device stays there, over a reload too, until they leave", async () => {
  state.value = "lost";
  seated.value = true;
  await theServerIsBack();
  expect(hall.value).toBe(DEVICE);
  expect([wasSeated("/t/abc"), wasSeated("/r/abc"), wasSeated("/")]).toEqual([true, true, false]);
  seated.value = false;
  expect(hall.value).toBe(SERVER);
  expect(wasSeated("/t/abc")).toBe(false);
});

test("where nothing may be kept, nobody was seated", () => {
  vi.stubGlobal("sessionStorage", undefined);
  hall.value = DEVICE;
  seated.value = true;
  expect(wasSeated("/t/abc")).toBe(false);
});
