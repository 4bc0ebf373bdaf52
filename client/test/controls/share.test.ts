/** A file or a text goes through the device's menu; else it is saved, or copied. */

import { beforeEach, expect, test, vi } from "vitest";
import { openPage, stubPage } from "../page";

stubPage();
const { session } = await openPage();
const { page } = session;
const { notice } = page;
const { shareFile, shareText } = await import("../../src/controls/share");

const FILE = new File(["GIF89a"], "kessel-3.gif");
const link = { click: vi.fn(), href: "", download: "" };

/** A device: whether a finger points, and what its menu answers. */
function onDevice(coarse: boolean, share: () => Promise<void>): void {
  vi.stubGlobal("window", { ...window, matchMedia: () => ({ matches: coarse }) });
  vi.stubGlobal("navigator", { ...navigator, canShare: () => true, share });
  vi.stubGlobal("document", { ...document, createElement: () => link });
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:clip");
}

function refusal(name: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(name), { name }));
}

beforeEach(() => {
  link.click.mockClear();
  notice.value = null;
});

test("a phone's own menu takes it", async () => {
  const share = vi.fn(async () => undefined);
  onDevice(true, share);
  await shareFile(session, FILE);
  expect(share).toHaveBeenCalledWith({ files: [FILE] });
  expect(link.click).not.toHaveBeenCalled();
});

test("whoever closes the menu wants nothing saved", async () => {
  onDevice(true, () => refusal("AbortError"));
  await shareFile(session, FILE);
  expect(link.click).not.toHaveBeenCalled();
  expect(notice.value).toBeNull();
});

test.each([
  ["the tap was too long ago", true],
  ["a mouse points", false],
])("saved, and said so: %s", async (_, coarse) => {
  onDevice(coarse, () => refusal("NotAllowedError"));
  await shareFile(session, FILE);
  expect(link.click).toHaveBeenCalledOnce();
  expect(link.download).toBe("kessel-3.gif");
  expect(notice.value?.text).toBe("Saved as kessel-3.gif.");
});

test("a text goes through the menu of a phone, and is copied on a desk", async () => {
  const share = vi.fn(async () => undefined);
  onDevice(true, share);
  await shareText(session, "🟦⬜", "Send");
  expect(share).toHaveBeenCalledWith({ text: "🟦⬜" });
  const writeText = vi.fn(async () => undefined);
  onDevice(false, share);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  await shareText(session, "🟦⬜", "Send");
  expect(share).toHaveBeenCalledOnce();
  expect(writeText).toHaveBeenCalledWith("🟦⬜");
});

test("a picture goes with a text where the menu takes one, and is left out where it does not", async () => {
  const share = vi.fn(async () => undefined);
  onDevice(true, share);
  await shareText(session, "🟦⬜", "Send", [FILE]);
  expect(share).toHaveBeenLastCalledWith({ text: "🟦⬜", files: [FILE] });
  vi.stubGlobal("navigator", { ...navigator, canShare: () => false });
  await shareText(session, "🟦⬜", "Send", [FILE]);
  expect(share).toHaveBeenLastCalledWith({ text: "🟦⬜" });
});
