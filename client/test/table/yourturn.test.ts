/** Whoever looks elsewhere is called back, and only they; when the turn is over, all is as before. */

import { expect, test, vi } from "vitest";
import { stubPage } from "../page";

stubPage();
const { callBack, iconOf } = await import("../../src/table/yourturn");
const { director } = await import("../../src/table/display");
const { haptics, notifies } = await import("../../src/settings");

const PLAIN = "https://kessel.example/icon.svg";

function aPage(hidden: boolean) {
  const shown: { title: string; close: () => void }[] = [];
  const icon = { href: PLAIN };
  const worker = {
    showNotification: async (title: string) => {
      shown.push({ title, close: () => shown.splice(0) });
    },
    getNotifications: async () => [...shown],
  };
  const call = vi.fn();
  director.value = { arena: { sound: { call } } } as never;
  const vibrate = vi.fn();
  const document = { title: "Kessel", hidden, querySelector: () => icon };
  const serviceWorker = { getRegistration: async () => worker };
  const page = {
    document,
    navigator: { vibrate, serviceWorker },
    location: { href: "https://kessel.example/t/abc" },
  };
  return { page: page as never, document, icon, shown, call, vibrate };
}

test("the tab bears the sign of the seat until the turn is over", () => {
  const { page, document, icon, call, vibrate } = aPage(false);
  const end = callBack(page, 2, "Strike: your turn");
  expect(document.title).toBe("Strike: your turn");
  expect(icon.href).toBe(iconOf(2));
  expect(iconOf(2)).not.toBe(iconOf(1));
  end();
  expect([document.title, icon.href]).toEqual(["Kessel", PLAIN]);
  expect(call).not.toHaveBeenCalled(); // who sees the table needs no call
  expect(vibrate).not.toHaveBeenCalled();
});

test("whoever looks elsewhere hears and feels it, and reads it only if they wished so", async () => {
  const { page, shown, call, vibrate } = aPage(true);
  callBack(page, 1, "your turn")();
  expect(call).toHaveBeenCalledWith(1);
  expect(vibrate).toHaveBeenCalledTimes(1);
  haptics.value = false;
  notifies.value = true;
  const end = callBack(page, 1, "your turn");
  await vi.waitFor(() => expect(shown.map(({ title }) => title)).toEqual(["your turn"]));
  expect(vibrate).toHaveBeenCalledTimes(1);
  end();
  await vi.waitFor(() => expect(shown).toEqual([]));
});

test("a turn that is over before the notification came leaves none", async () => {
  const { page, shown } = aPage(true);
  notifies.value = true;
  callBack(page, 0, "your turn")();
  for (let i = 0; i < 10; i++) await Promise.resolve();
  expect(shown).toEqual([]);
});
